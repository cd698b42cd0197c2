import type { EquipmentState, listEquipment } from '@coldkeep/contract/areas/equipment'
import type { Answer } from '@coldkeep/contract/call'
import { formatInstant } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import { type Status, StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { kindColumns } from '../../parts/device-columns'
import { paths } from '../../site/paths'

export type EquipmentEntry = Answer<typeof listEquipment>['devices'][number]

const stateStatus = {
  online: 'online',
  silent: 'offline',
  offline: 'offline',
  host_lost: 'offline',
  never_seen: 'waiting',
  retired: 'locked',
} as const satisfies Record<EquipmentState, Status>

export const equipmentColumns = (t: Translate): readonly Column<EquipmentEntry>[] => [
  {
    key: 'name',
    title: t('equipment.name'),
    kind: 'text',
    value: ({ name }) => name,
    href: ({ id }) => paths.device(id),
  },
  {
    key: 'state',
    title: t('terminals.stateTitle'),
    kind: 'status',
    value: ({ state }) => t(`equipment.state.${state}`),
    cell: ({ state }) => <StatusTag status={stateStatus[state]} word={t(`equipment.state.${state}`)} />,
  },
  { key: 'store', title: t('equipment.storeCode'), kind: 'text', value: ({ store }) => store.code },
  { key: 'storeName', title: t('terminals.store'), kind: 'text', value: ({ store }) => store.name },
  ...kindColumns(t),
  {
    key: 'terminal',
    title: t('terminals.id'),
    kind: 'text',
    value: ({ terminalId: terminal }) => terminal,
    href: ({ terminalId: terminal }) => paths.withSearch(paths.terminals, { id: terminal }),
  },
  { key: 'port', title: t('equipment.port'), kind: 'text', value: ({ port }) => port },
  { key: 'unit', title: t('devices.page.unitId'), kind: 'number', value: ({ unitId }) => unitId },
  {
    key: 'lastContact',
    title: t('terminals.lastContact'),
    kind: 'time',
    value: ({ lastContactAt }) => lastContactAt,
    cell: ({ lastContactAt, store }) => formatInstant(lastContactAt, store.zone),
  },
  { key: 'firmware', title: t('equipment.firmware'), kind: 'text', value: ({ firmware }) => firmware },
  { key: 'score', title: t('health.score'), kind: 'number', value: ({ score }) => score, decimals: 0 },
]
