import { CallProblem } from '../api/call-problem'
import { reportFailure } from './failures'

/** Rows of one call; more are refused. */
const MOST_AT_ONCE = 200

/**
 * All rows of a list that the service pages.
 * @returns `null` where they could not be had, which has been reported then
 */
export async function readEveryPage<Row>(
  read: (paging: {
    readonly page: number
    readonly pageSize: number
  }) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>,
): Promise<Row[] | null> {
  const all: Row[] = []
  try {
    for (let page = 1; ; page++) {
      const { rows, total } = await read({ page, pageSize: MOST_AT_ONCE })
      all.push(...rows)
      if (rows.length === 0 || all.length >= total) return all
    }
  } catch (error) {
    if (!(error instanceof CallProblem)) throw error
    reportFailure(error)
    return null
  }
}
