import type { getOnCallCalendar, OnCallCalendar, OnCallShift } from '@coldkeep/contract/areas/on-call'
import { formatInstant } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import { type ReactNode, useMemo } from 'react'
import type { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { tableRows } from '../../parts/table-rows'

export interface ShiftTableProps {
  readonly answer: ReturnType<typeof useCall<typeof getOnCallCalendar>>
  readonly onChange: (shift: OnCallShift) => void
  readonly onRemove: (shift: OnCallShift) => void
  readonly onHandOver: (shift: OnCallShift) => void
  /** Buttons beside the title. */
  readonly children: ReactNode
}

/** The shifts of a week, each with what the reader may do with it. */
export function ShiftTable({ answer, onChange, onRemove, onHandOver, children }: ShiftTableProps) {
  const t = useText()
  const calendar: OnCallCalendar | undefined = answer.data
  const zone = calendar?.zone
  const columns = useMemo(() => columnsOf(t, zone), [t, zone])
  return (
    <DataTable
      title={t('amber.onCall.shifts')}
      tableKey="on-call-shifts"
      columns={columns}
      rows={tableRows(answer, calendar?.shifts)}
      rowKey={({ id }) => String(id)}
      rowActions={(shift) => (
        <>
          {shift.mayHandOver && (
            <Button size="small" variant="quiet" onClick={() => onHandOver(shift)}>
              {t('amber.onCall.handOver')}
            </Button>
          )}
          {calendar?.mayEdit === true && (
            <>
              <Button size="small" variant="quiet" onClick={() => onChange(shift)}>
                {t('amber.onCall.change')}
              </Button>
              <Button size="small" variant="quiet" onClick={() => onRemove(shift)}>
                {t('amber.onCall.remove')}
              </Button>
            </>
          )}
        </>
      )}
      empty={{ title: t('amber.onCall.noShifts') }}
    >
      {children}
    </DataTable>
  )
}

function columnsOf(t: Translate, zone: string | undefined): readonly Column<OnCallShift>[] {
  return [
    {
      ...{ key: 'name', title: t('amber.onCall.person'), kind: 'text', wraps: 'words' },
      value: ({ name }) => name,
    },
    {
      ...{ key: 'from', title: t('amber.onCall.from'), kind: 'time' },
      value: ({ from }) => from,
      cell: ({ from }) => formatInstant(from, zone),
    },
    {
      ...{ key: 'until', title: t('amber.onCall.until'), kind: 'time' },
      value: ({ until }) => until,
      cell: ({ until }) => formatInstant(until, zone),
    },
    {
      ...{ key: 'state', title: t('amber.onCall.state'), kind: 'status' },
      value: (shift) => stateText(shift, t),
      cell: (shift) => (
        <StatusTag status={shift.isAvailable ? 'online' : 'offline'} word={stateText(shift, t)} />
      ),
    },
  ]
}

function stateText({ isAvailable, isNow }: OnCallShift, t: Translate): string {
  if (!isAvailable) return t('amber.onCall.unavailable')
  return isNow ? t('amber.onCall.underWay') : t('amber.onCall.planned')
}
