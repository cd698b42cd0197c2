import type { WireCommand } from '@coldkeep/contract/areas/commands'
import { useMemo } from 'react'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { commandText } from './command-words'
import { type ShownRow, shownRows } from './run-rows'

export interface RunRowsDialogProps {
  readonly command: WireCommand
  readonly onClose: () => void
}

/** What a single run of a script brought, a row for each value. */
export function RunRowsDialog({ command, onClose }: RunRowsDialogProps) {
  const t = useText()
  const columns = useMemo(
    (): Column<ShownRow>[] => [
      { key: 'code', title: t('commands.rowCommand'), kind: 'text', value: (row) => row.commandCode },
      { key: 'unit', title: t('commands.unit'), kind: 'number', value: (row) => row.unitId },
      { key: 'point', title: t('commands.point'), kind: 'text', value: (row) => row.point },
      {
        key: 'value',
        title: t('commands.value'),
        kind: 'text',
        value: (row) => row.value ?? row.code,
      },
      { key: 'packet', title: t('commands.packet'), kind: 'text', value: (row) => row.packet, widthPx: 260 },
      { key: 'ms', title: t('commands.time'), kind: 'number', unit: 'ms', value: (row) => row.ms },
    ],
    [t],
  )
  const rows = shownRows(command.outcome)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('commands.rows', { command: commandText(command, t) })}
      widthPx={1200}
      footer={<Button onClick={onClose}>{t('commands.close')}</Button>}
    >
      <DataTable
        title={t('commands.result')}
        tableKey="run rows"
        columns={columns}
        rows={rows}
        rowKey={(row) => `${rows.indexOf(row)}`}
      />
    </Modal>
  )
}
