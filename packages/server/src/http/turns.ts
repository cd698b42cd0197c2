import { Problem } from '@coldkeep/contract/problem'
import type { AccountId } from '@coldkeep/domain/ids'
import type { HttpLimits } from './limits'

/** When a caller that was refused for want of a place may try again. */
const RETRY_AFTER_SECONDS = 2

/** The row in which heavy calls wait: the database has one thread, or few. */
export interface Turns {
  /**
   * Does the work when its turn has come. Accounts take turns, each with its oldest call.
   * @param gone the caller has disconnected: what waits is not begun
   * @throws Problem `request.busy` where as many of this account wait as may
   */
  take<Done>(accountId: AccountId, gone: AbortSignal, work: () => Done | Promise<Done>): Promise<Done>
  /** The same for the next part of what has begun, which is not refused, however many wait. */
  resume<Done>(accountId: AccountId, gone: AbortSignal, work: () => Done | Promise<Done>): Promise<Done>
  /**
   * Counts a file that is made while it is sent, until it is called to be done.
   * @throws Problem `request.busy` where as many of this account are made as may be
   */
  beginFile(accountId: AccountId): () => void
}

interface Waiting {
  begin(): void
}

export function openTurns(
  limits: Pick<HttpLimits, 'heavyRunning' | 'heavyRunningOfOne' | 'heavyWaitingOfOne' | 'filesOfOne'>,
): Turns {
  /** By account; who has begun a call goes to the end. */
  const rows = new Map<AccountId, Waiting[]>()
  const running = new Map<AccountId, number>()
  const files = new Map<AccountId, number>()
  let runningOfAll = 0

  const runningOf = (accountId: AccountId) => running.get(accountId) ?? 0
  const count = (accountId: AccountId, change: 1 | -1) => {
    runningOfAll += change
    const own = runningOf(accountId) + change
    if (own === 0) running.delete(accountId)
    else running.set(accountId, own)
  }
  const setRow = (accountId: AccountId, row: Waiting[]) => {
    rows.delete(accountId)
    if (row.length > 0) rows.set(accountId, row)
  }
  const beginNext = () => {
    for (const [accountId, [next, ...rest]] of [...rows]) {
      if (runningOfAll >= limits.heavyRunning) return
      if (next === undefined || runningOf(accountId) >= limits.heavyRunningOfOne) continue
      setRow(accountId, rest)
      count(accountId, 1)
      next.begin()
    }
  }
  const turn = (accountId: AccountId, gone: AbortSignal) =>
    new Promise<void>((resolve, leave) => {
      if (gone.aborted) return leave(busy())
      const begin = () => {
        // a file takes thousands of turns, and its reader leaves once
        gone.removeEventListener('abort', stop)
        resolve()
      }
      const waiting: Waiting = { begin }
      const stop = () => {
        const others = (rows.get(accountId) ?? []).filter((one) => one !== waiting)
        if (others.length > 0) rows.set(accountId, others)
        else rows.delete(accountId)
        leave(busy())
      }
      rows.set(accountId, [...(rows.get(accountId) ?? []), waiting])
      gone.addEventListener('abort', stop)
      beginNext()
    })

  const resume: Turns['resume'] = async (accountId, gone, work) => {
    await turn(accountId, gone)
    try {
      return await work()
    } finally {
      count(accountId, -1)
      beginNext()
    }
  }

  return {
    async take(accountId, gone, work) {
      if ((rows.get(accountId)?.length ?? 0) >= limits.heavyWaitingOfOne) throw busy()
      return resume(accountId, gone, work)
    },
    resume,
    beginFile(accountId) {
      const open = files.get(accountId) ?? 0
      if (open >= limits.filesOfOne) throw busy()
      files.set(accountId, open + 1)
      return () => {
        const left = (files.get(accountId) ?? 1) - 1
        if (left === 0) files.delete(accountId)
        else files.set(accountId, left)
      }
    },
  }
}

function busy(): Problem {
  return new Problem('request.busy', { seconds: RETRY_AFTER_SECONDS })
}
