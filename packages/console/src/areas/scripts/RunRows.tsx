import { getDeployment, listRunRows } from '@coldkeep/contract/areas/deployments'
import type { Answer } from '@coldkeep/contract/call'
import type { JobId } from '@coldkeep/domain/ids'
import { formatInstant } from '@coldkeep/phrases/format'
import type { PhraseKey, Translate } from '@coldkeep/phrases/keys'
import { useEffect, useMemo } from 'react'
import { useCall } from '../../api/use-call'
import { CopyButton } from '../../kit/CopyButton'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { tableRows } from '../../parts/table-rows'
import { MOST_SHOWN } from './DeploymentStatus'
import styles from './scripts.module.css'

type Row = Answer<typeof listRunRows>[number] & { readonly key: string }

const REFRESH_MS = 2_000
const PAGE_SIZE = 20
const qualities = {
  0: 'scripts.quality.good',
  1: 'scripts.quality.silent',
  2: 'scripts.quality.malformed',
  3: 'scripts.quality.refused',
  4: 'scripts.quality.unreadable',
  7: 'scripts.quality.clock',
} as const satisfies Readonly<Record<number, PhraseKey>>

/** What a single run brought, a row for each value. */
export function RunRows({ id }: { id: JobId }) {
  const t = useText()
  const { data: progress } = useCall(getDeployment, {
    query: { id, state: 'all', page: 1, pageSize: MOST_SHOWN },
  })
  const isEnded = progress?.isEnded ?? false
  const answer = useCall(listRunRows, { query: { id } }, isEnded ? {} : { refreshMs: REFRESH_MS })
  const { refetch } = answer
  useEffect(() => {
    // what came in last may have come after the last asking
    if (isEnded) void refetch()
  }, [isEnded, refetch])
  const columns = useMemo(() => columnsOf(t), [t])
  const rows = useMemo(
    () => (answer.data ?? []).map((row, index): Row => ({ ...row, key: String(index) })),
    [answer.data],
  )
  return (
    <DataTable
      title={t('scripts.rows')}
      tableKey="single run rows"
      columns={columns}
      rows={tableRows(answer, rows)}
      rowKey={({ key }) => key}
      filterColumn="device"
      pageSize={PAGE_SIZE}
      empty={{ title: t('scripts.noRows') }}
    />
  )
}

function isKnown(quality: number): quality is keyof typeof qualities {
  return quality in qualities
}

const columnsOf = (t: Translate): readonly Column<Row>[] => [
  {
    key: 'store',
    title: t('organisation.store.label'),
    kind: 'text',
    value: ({ store }) => `${store.code} ${store.name}`,
  },
  { key: 'code', title: t('scripts.commandId'), kind: 'text', value: (row) => row.commandCode },
  { key: 'unit', title: t('instructions.unitId'), kind: 'number', value: (row) => row.unitId },
  { key: 'device', title: t('scripts.deviceName'), kind: 'text', value: (row) => row.deviceName },
  { key: 'point', title: t('scripts.point'), kind: 'text', value: (row) => row.pointName },
  { key: 'value', title: t('instructions.value'), kind: 'number', value: (row) => row.value },
  { key: 'pointUnit', title: t('instructions.unit'), kind: 'text', value: (row) => row.unit },
  {
    key: 'quality',
    title: t('scripts.quality.title'),
    kind: 'text',
    wraps: 'words',
    value: ({ quality, error }) => {
      const word = isKnown(quality) ? qualities[quality] : undefined
      return error !== '' ? error : word === undefined ? String(quality) : t(word)
    },
  },
  {
    key: 'packet',
    title: t('commands.packet'),
    kind: 'text',
    value: (row) => row.packet,
    cell: ({ packet }) =>
      packet === '' ? (
        '—'
      ) : (
        <span className={styles.packet}>
          <span className={frame.mono}>{packet}</span>
          <CopyButton text={packet} variant="quiet" size="small" />
        </span>
      ),
    widthPx: 320,
  },
  { key: 'ms', title: t('commands.time'), kind: 'number', unit: 'ms', value: (row) => row.ms },
  {
    key: 'at',
    title: t('commands.at'),
    kind: 'time',
    value: (row) => row.at,
    cell: (row) => formatInstant(row.at),
  },
]
