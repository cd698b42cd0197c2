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
}

interface Waiting {
  begin(): void
}

export function openTurns(
  limits: Pick<HttpLimits, 'heavyRunning' | 'heavyRunningOfOne' | 'heavyWaitingOfOne'>,
): Turns {
  /** By account; who has begun a call goes to the end. */
  const rows = new Map<AccountId, Waiting[]>()
  const running = new Map<AccountId, number>()
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
    new Promise<void>((begin, leave) => {
      const waiting: Waiting = { begin }
      rows.set(accountId, [...(rows.get(accountId) ?? []), waiting])
      gone.addEventListener('abort', () => {
        const row = rows.get(accountId) ?? []
        if (!row.includes(waiting)) return
        const others = row.filter((one) => one !== waiting)
        if (others.length > 0) rows.set(accountId, others)
        else rows.delete(accountId)
        leave(busy())
      })
      beginNext()
    })

  return {
    async take(accountId, gone, work) {
      if ((rows.get(accountId)?.length ?? 0) >= limits.heavyWaitingOfOne) throw busy()
      await turn(accountId, gone)
      try {
        return await work()
      } finally {
        count(accountId, -1)
        beginNext()
      }
    },
  }
}

function busy(): Problem {
  return new Problem('request.busy', { seconds: RETRY_AFTER_SECONDS })
}
