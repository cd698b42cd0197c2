import { CallProblem } from '../api/call-problem'
import { reportFailure } from '../site/failures'

/** The file with all rows of a table; `null` where the service refused it, which the reader has been shown. */
export async function readWhole(read: () => Promise<Blob>, signal: AbortSignal): Promise<Blob | null> {
  try {
    return await read()
  } catch (error) {
    if (signal.aborted) return null
    if (!(error instanceof CallProblem)) throw error
    reportFailure(error)
    return null
  }
}
