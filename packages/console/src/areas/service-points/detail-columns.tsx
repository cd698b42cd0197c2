import type { PointDetailRow } from '@coldkeep/contract/areas/service-points'
import type { ServiceId } from '@coldkeep/domain/service-points/service'
import { formatInstant } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Column } from '../../kit/table/column'

type Row = Column<PointDetailRow>

/** The columns of a service: those of activation and online repair are specified, the others have what there is. */
export function detailColumns(serviceId: ServiceId, t: Translate): readonly Row[] {
  const time = (key: 'at' | 'beganAt' | 'endedAt', title: string): Row => ({
    ...{ key, title, kind: 'time' },
    value: (row) => row[key],
    cell: (row) => (row[key] === null ? '—' : formatInstant(row[key], row.zone ?? undefined)),
  })
  const text = (
    key: 'storeName' | 'part' | 'terminalId' | 'serial' | 'person' | 'result',
    title: string,
  ): Row => ({
    ...{ key, title, kind: 'text', wraps: 'words' },
    value: (row) => row[key],
  })
  const grants: Row = {
    ...{ key: 'grants', title: t('servicePoints.ofGrants'), kind: 'text' },
    value: (row) => row.grants.map(({ id, points }) => `#${id}: ${points}`).join(', '),
  }
  const first = [time('at', t('servicePoints.time')), text('storeName', t('servicePoints.store'))]
  const last = [text('result', t('servicePoints.result')), grants]
  const person = text('person', t('servicePoints.person'))
  if (serviceId === 1)
    return [
      ...first,
      text('terminalId', t('servicePoints.terminal')),
      text('serial', t('servicePoints.serial')),
      ...last,
    ]
  if (serviceId === 3)
    return [
      ...first,
      time('beganAt', t('servicePoints.began')),
      time('endedAt', t('servicePoints.ended')),
      person,
      ...last,
    ]
  return [...first, text('part', t('servicePoints.part')), person, ...last]
}
