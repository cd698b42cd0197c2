import { formatNumber } from '@coldkeep/phrases/format'
import { useMemo } from 'react'
import { Button } from '../../kit/Button'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import { clockLength } from './clock-length'
import type { Recording } from './recording'

type Segment = Recording['segments'][number]

const PAGE_SIZE = 10
const KB = 1_000
const looks = { sound: 'done', changed: 'failed', missing: 'failed', expired: 'expired' } as const

export interface PieceTableProps {
  readonly pieces: readonly Segment[]
  readonly onPlay: (atMs: number) => void
}

/** The pieces of a recording, each with whether it is as it was recorded. */
export function PieceTable({ pieces, onPlay }: PieceTableProps) {
  const t = useText()
  const language = useLanguage()
  const columns = useMemo(
    (): Column<Segment>[] => [
      { key: 'piece', title: t('screens.piece'), kind: 'text', value: ({ number }) => String(number + 1) },
      { key: 'from', title: t('screens.from'), kind: 'text', value: ({ fromMs }) => clockLength(fromMs) },
      { key: 'to', title: t('screens.to'), kind: 'text', value: ({ toMs }) => clockLength(toMs) },
      {
        key: 'size',
        title: t('screens.packed'),
        kind: 'text',
        value: ({ size }) => formatNumber(language, size / KB, { decimals: 1, unit: 'kB' }),
      },
      {
        key: 'state',
        title: t('screens.state'),
        kind: 'status',
        value: ({ state }) => t(`screens.pieceState.${state}`),
        cell: ({ state }) => <StatusTag status={looks[state]} word={t(`screens.pieceState.${state}`)} />,
      },
    ],
    [t, language],
  )
  return (
    <DataTable
      rows={{ state: 'ready', rows: pieces }}
      title={t('screens.pieces')}
      tableKey="screen-pieces"
      columns={columns}
      pageSize={PAGE_SIZE}
      rowKey={({ number }) => String(number)}
      empty={{ title: t('screens.notRecorded') }}
      rowActions={({ number, fromMs, state }) =>
        state === 'sound' && (
          <Button
            size="small"
            variant="quiet"
            icon="play"
            aria-label={t('screens.playPiece', { number: number + 1 })}
            onClick={() => onPlay(fromMs)}
          >
            {t('screens.play')}
          </Button>
        )
      }
    />
  )
}
