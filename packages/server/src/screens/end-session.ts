import type { ScreenEnd } from '@coldkeep/contract/areas/screens'
import type { AccountId, StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, later, seconds } from '@coldkeep/domain/time/instant'
import { type Actor, addAudit } from '../audit/add-audit'
import type { Db } from '../db/connect'
import type { CreditDetail } from '../db/credit-tables'
import { releasePoints, type StoreAct, useReserved } from '../service-points/post-act'
import { selectChainHead } from './segment-queries'
import { type ScreenSessionRow, selectForsaken, updateEnded } from './session-queries'

/** A session of which its gateway has not spoken for so long has ended with it. */
const FORSAKEN_AFTER_MS = seconds(30)

type EndedSession = Pick<
  ScreenSessionRow,
  'storeId' | 'screenSessionId' | 'terminalId' | 'accountName' | 'mode' | 'connectedAt'
> & { readonly accountId: AccountId | null; readonly clicks: number; readonly keys: number }

interface SessionEnd {
  readonly reason: ScreenEnd
  /** Why it was refused. */
  readonly detail?: string
  /** Who ended it, where it was a person other than who began it; left out: the latter. */
  readonly by?: Actor
}

/**
 * Ends a session once, and audits what was done in it: how long it was, how much was clicked and typed, and the head of the
 * chain of its recording, so that the audit's own chain holds that too.
 */
export function endSession(
  db: Db,
  session: EndedSession,
  { reason, detail, by }: SessionEnd,
  now: EpochMs,
): Promise<void> {
  const { storeId, screenSessionId: sessionId, terminalId, connectedAt, clicks, keys } = session
  return db.transaction().execute(async (trx) => {
    const ended = { endedAt: now, endedReason: reason, endedDetail: detail ?? null, clicks, keys }
    if (!(await updateEnded(trx, { storeId, sessionId }, ended))) return
    const person = { accountId: session.accountId, name: session.accountName }
    if (connectedAt === null) await releasePoints(trx, actOfSession(session, person, now))
    else await useReserved(trx, actOfSession(session, person, now, { beganAt: connectedAt, endedAt: now }))
    const recording = await selectChainHead(trx, storeId, sessionId)
    await addAudit(trx, {
      at: now,
      by: by ?? person,
      storeId,
      kind: 'screen.end',
      subject: terminalId,
      detail: {
        session: sessionId,
        mode: session.mode,
        end: detail ?? reason,
        ...(connectedAt !== null && { seconds: Math.round((now - connectedAt) / 1000), clicks, keys }),
        ...(recording !== null && {
          segments: recording.number + 1,
          chain: Buffer.from(recording.chain).toString('hex'),
        }),
      },
      outcome: reason === 'refused' ? 'refused' : 'done',
    })
  })
}

/** What a session costs: whoever works a screen repairs online, whoever looks only views. */
export function actOfSession(
  {
    storeId,
    screenSessionId,
    terminalId,
    mode,
  }: Pick<EndedSession, 'storeId' | 'screenSessionId' | 'terminalId' | 'mode'>,
  by: Actor,
  now: EpochMs,
  times: Pick<CreditDetail, 'beganAt' | 'endedAt'> = {},
): StoreAct {
  return {
    act: mode === 'control' ? 'screen_control' : 'screen_view',
    cause: { kind: 'screen', id: screenSessionId },
    detail: { terminalId, ...times },
    ...{ storeId, by, now },
  }
}

/** Ends sessions whose gateway has gone: of one store, or of all. */
export async function endForsaken(db: Db, now: EpochMs, storeId: StoreId | null = null): Promise<void> {
  const forsaken = await selectForsaken(db, later(now, -FORSAKEN_AFTER_MS), storeId)
  for (const session of forsaken) await endSession(db, session, { reason: 'server_ends' }, now)
}
