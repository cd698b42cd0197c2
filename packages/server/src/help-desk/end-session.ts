import type { HelpOutcome } from '@coldkeep/domain/help-desk/session'
import type { DeviceId } from '@coldkeep/domain/ids'
import { type EpochMs, hours, later } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import { type Actor, SERVER } from '../audit/add-audit'
import type { Db } from '../db/connect'
import { selectPhotosOf } from '../photos/photo-queries'
import { useReserved } from '../service-points/post-act'
import { eachStep } from '../tasks/each-step'
import { actOfHelp } from './act-of-help'
import { selectMarks } from './mark-queries'
import { recordAct } from './record-act'
import { endSessionRow, type HelpSessionRow, selectForgotten, selectScreensDuring } from './session-queries'

/** Nothing has happened in it for so long: who helped went home without a word. */
const FORGOTTEN_MS = hours(12)
/** Points that it reserved are held for two days: one that never ended would not use them. */
const LONGEST_MS = hours(24)

export interface HelpEnd {
  readonly outcome: HelpOutcome
  readonly note: string
}

type Ending = Pick<
  HelpSessionRow,
  'storeId' | 'helpSessionId' | 'repairCaseId' | 'deviceIds' | 'openedAt'
> & {
  readonly deviceId?: DeviceId | null
}

/** Ends a session, and sums up in the history of its case what was done on screens and pictures. Again changes nothing. */
export async function endSession(
  db: Db,
  session: Ending,
  { outcome, note }: HelpEnd,
  { by, now }: { readonly by: Actor; readonly now: EpochMs },
): Promise<void> {
  const { storeId, helpSessionId, openedAt } = session
  await db.transaction().execute(async (trx) => {
    if (!(await endSessionRow(trx, session, { outcome, note, now }))) return
    for (const screen of await selectScreensDuring(trx, storeId, openedAt, now)) {
      const { accountName, connectedAt, endedAt, isRecorded } = screen
      const seconds = Math.round(((endedAt ?? now) - (connectedAt ?? now)) / 1_000)
      await recordAct(trx, session, { by, now }, { act: 'screen', by: accountName, seconds, isRecorded })
    }
    const pictures = (await selectPhotosOf(trx, storeId, 'help', [helpSessionId])).length
    const marks = (await selectMarks(trx, storeId, [helpSessionId])).length
    if (pictures > 0) await recordAct(trx, session, { by, now }, { act: 'pictures', pictures, marks })
    const seconds = Math.round((now - openedAt) / 1_000)
    await recordAct(trx, session, { by, now }, { act: 'ended', outcome, note, seconds })
    const whole = { beganAt: openedAt, endedAt: now }
    await useReserved(trx, actOfHelp(session, by, now, whole))
  })
}

/** Once in a while: ends what was left open. */
export async function endForgotten(
  db: Db,
  { now, log }: { readonly now: EpochMs; readonly log: Logger },
): Promise<void> {
  const forgotten = await selectForgotten(db, {
    quietSince: later(now, -FORGOTTEN_MS),
    openedBefore: later(now, -LONGEST_MS),
  })
  await eachStep(
    log,
    Object.fromEntries(
      forgotten.map((session) => [
        `help session ${session.helpSessionId}`,
        () => endSession(db, session, { outcome: 'left', note: '' }, { by: SERVER, now }),
      ]),
    ),
  )
}
