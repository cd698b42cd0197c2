import { useEffect, useRef, useState } from 'react'
import { announce } from '../announce'
import { useText } from '../text'
import type { Column } from './column'
import { CSV_FILE, csvOf, downloadBlob, downloadText } from './export-csv'

/** The file with all rows of a table that does not hold them all. */
export interface WholeFile {
  /** How much of it the table holds, and what the file has. */
  readonly note: string
  /** @returns `null` where it could not be had, which the screen has reported */
  readonly read: (choice: FileChoice, signal: AbortSignal) => Promise<Blob | null>
}

/** The table as the reader has it. */
interface FileChoice {
  /** Keys of the columns, in their order. */
  readonly columns: readonly string[]
  /** Values of the filtered column; `null`: all. */
  readonly filter: readonly string[] | null
}

interface CsvSource<Row> {
  readonly columns: readonly Column<Row>[]
  readonly filter: readonly string[] | null
  /** `null`: the rows at hand are all. */
  readonly whole: WholeFile | null
  /** @returns the rows of a file that is made here; `null` where they could not be had */
  readonly readRows: () => Promise<readonly Row[] | null>
}

/** Saves the rows of a table as a file, made here or by the service. Leaving the table stops it. */
export function useCsvFile<Row>({ columns, filter, whole, readRows }: CsvSource<Row>) {
  const t = useText()
  const [isSaving, setSaving] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const saveWhole = async (file: WholeFile) => {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const choice = { columns: columns.map(({ key }) => key), filter }
    const blob = await file.read(choice, signal)
    if (blob === null || signal.aborted) return
    downloadBlob(blob, CSV_FILE)
    announce(t('kit.table.csvWhole'))
  }
  const saveRows = async () => {
    const rows = await readRows()
    if (rows === null) return
    downloadText(csvOf(columns, rows), CSV_FILE)
    announce(t('kit.table.csvDone', { count: rows.length }))
  }
  return {
    isSaving,
    save: async () => {
      setSaving(true)
      try {
        await (whole === null ? saveRows() : saveWhole(whole))
      } finally {
        setSaving(false)
      }
    },
    /** Only what the service makes takes long enough. */
    stop: whole === null ? null : () => running.current?.abort(),
  }
}
