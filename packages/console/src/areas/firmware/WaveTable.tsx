import type { getFirmwareJob } from '@coldkeep/contract/areas/firmware-jobs'
import type { Answer } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { sumsOf } from './job-words'

type Wave = Answer<typeof getFirmwareJob>['waves'][number]

const MOST_WAVES = 10

/** How far each wave is. */
export function WaveTable({ waves }: { readonly waves: readonly Wave[] }) {
  const t = useText()
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <DataTable
      title={t('firmware.job.waves')}
      tableKey="firmware waves"
      columns={columns}
      rows={waves}
      rowKey={({ wave }) => String(wave)}
      pageSize={MOST_WAVES}
    />
  )
}

const columnsOf = (t: Translate): readonly Column<Wave>[] => [
  {
    key: 'wave',
    title: t('firmware.job.wave'),
    kind: 'text',
    value: ({ wave }) => t('firmware.wave.one', { wave }),
  },
  { key: 'size', title: t('firmware.job.size'), kind: 'number', value: ({ terminals }) => terminals },
  {
    key: 'done',
    title: t('firmware.group.done'),
    kind: 'number',
    value: ({ counts }) => sumsOf(counts).done,
  },
  {
    key: 'failed',
    title: t('firmware.group.failed'),
    kind: 'number',
    value: ({ counts }) => sumsOf(counts).failed,
  },
  {
    key: 'unreachable',
    title: t('firmware.group.unreachable'),
    kind: 'number',
    value: ({ counts }) => sumsOf(counts).unreachable,
  },
  { key: 'open', title: t('firmware.job.open'), kind: 'number', value: openOf },
  { key: 'field', title: t('firmware.job.fieldData'), kind: 'text', value: ({ fieldData }) => fieldData },
]

function openOf({ counts }: Wave): number {
  const { waiting, transferring, installing, checking } = sumsOf(counts)
  return waiting + transferring + installing + checking
}
