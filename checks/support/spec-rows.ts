import { tableUnder } from './markdown'

/** A row of `docs/spec-rows.md`. */
export interface SpecRow {
  /** The page, or what is common to all. */
  readonly page: string
  readonly required: string
  readonly state: string
  /** Tests as `path`: title, separated by <br>; for an open row what is missing, in words. */
  readonly heldBy: string
}

export function specRowsOf(markdown: string): SpecRow[] {
  const pages = [...markdown.matchAll(/^## (.+)$/gm)].map((match) => match[1]!)
  return pages.flatMap((page) =>
    tableUnder(markdown, page).map((row) => ({
      page,
      required: row.Required ?? '',
      state: row.State ?? '',
      heldBy: row['Held by'] ?? '',
    })),
  )
}

export function isOpen({ state }: SpecRow): boolean {
  return state === 'open'
}
