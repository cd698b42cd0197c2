import {
  DEFAULT_LOSS_RULE,
  decidableUpTo,
  type KeptWatch,
  type LossEvent,
  type LossRule,
  type LossWatch,
  startLossWatch,
  stepConnectionLoss,
} from '@coldkeep/domain/alarms/connection-loss'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import { lostMinutes } from '@coldkeep/domain/points/alive-minutes'
import { type EpochMs, epochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { mergePeriods, type Period } from '@coldkeep/domain/time/period'
import type { Db, Trx } from '../db/connect'
import { lossRules } from '../settings/loss-rules'
import { selectListening } from '../storage/life-queries'
import { type JudgedTerminal, updateLossWatches } from '../storage/terminal-state-queries'
import type { RoundWork, SetAside } from '../tasks/set-aside'
import { selectWatchedTerminals, type WatchedTerminal } from './host-lost-queries'

/** What happened to one terminal. */
export interface HostLostChange {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly event: LossEvent
}

/** Does what follows from changes in the transaction that writes them; what it returns happens after the commit. */
export type OnHostChanges = (trx: Trx, changes: readonly HostLostChange[]) => Promise<() => void>

const PAGE = 2_000
const terminals: RoundWork<WatchedTerminal> = {
  round: 'lost_terminals',
  nameOf: ({ storeId, terminalId }) => `${storeId}/${terminalId}`,
}
/**
 * A watch in which nothing happens is written this often. It is stepped from where it was written, which gives the
 * same every time, so a terminal that is well costs a write twice an hour instead of every minute.
 */
const WRITE_AFTER_MS = minutes(30)
/** Older minutes can no longer be in any window. */
const LONGEST_WINDOW_MS = hours(24)

/**
 * Judges each terminal's silence up to two minutes ago by the rule of its store, and records since when its
 * host is lost. Minutes in which no server listened count neither way and are left out.
 */
export async function runHostLost(
  db: Db,
  aside: SetAside,
  now: EpochMs,
  onChanges: OnHostChanges = async () => () => {},
): Promise<HostLostChange[]> {
  const upTo = decidableUpTo(now)
  const oldest = epochMs(upTo - LONGEST_WINDOW_MS)
  const deaf = deafPeriods(await selectListening(db, oldest, upTo), { startAt: oldest, endAt: upTo })
  const changes: HostLostChange[] = []
  let after: WatchedTerminal | null = null
  for (;;) {
    const page: WatchedTerminal[] = await selectWatchedTerminals(db, after, PAGE)
    const rules = await lossRules.ofStores(
      db,
      page.map(({ storeId }) => storeId),
    )
    await aside.work(terminals, page, now, async (some) => {
      const judged: JudgedTerminal[] = []
      const own: HostLostChange[] = []
      for (const terminal of some) {
        const step = judge(terminal, rules.get(terminal.storeId) ?? DEFAULT_LOSS_RULE, deaf, upTo)
        if (!step) continue
        judged.push(step.judged)
        for (const event of step.events) own.push({ ...step.judged, event })
      }
      await writePage(db, judged, own, onChanges)
      changes.push(...own)
    })
    after = page.at(-1) ?? null
    if (page.length < PAGE) return changes
  }
}

async function writePage(
  db: Db,
  judged: readonly JudgedTerminal[],
  changes: readonly HostLostChange[],
  onChanges: OnHostChanges,
): Promise<void> {
  if (changes.length === 0) return updateLossWatches(db, judged)
  const committed = await db.transaction().execute(async (trx) => {
    await updateLossWatches(trx, judged)
    return onChanges(trx, changes)
  })
  committed()
}

/**
 * A rule that has changed holds from the newest minute on; what was before it stays judged as it was.
 * @returns null when nothing needs to be written
 */
function judge(
  terminal: WatchedTerminal,
  rule: LossRule,
  deaf: readonly Period[],
  upTo: EpochMs,
): { judged: JudgedTerminal; events: readonly LossEvent[] } | null {
  const { storeId, terminalId } = terminal
  const alive = new Map(terminal.hours.map(({ hour, live }) => [hour, BigInt(live)]))
  const kept = terminal.watch ? notTooOld(terminal.watch, upTo) : startLossWatch(upTo)
  const formerRule = terminal.watch?.rule ?? DEFAULT_LOSS_RULE
  const isNewRule = terminal.watch !== null && !isSameRule(formerRule, rule)
  const former = isNewRule
    ? stepConnectionLoss(kept, formerRule, alive, deaf, later(upTo, -minutes(1)))
    : { watch: kept, events: [] }
  const step = stepConnectionLoss(former.watch, rule, alive, deaf, upTo)
  const events = [...former.events, ...step.events]
  const isDue = !terminal.watch || isNewRule || upTo - terminal.watch.decidedUpTo >= WRITE_AFTER_MS
  if (events.length === 0 && !isDue) return null
  let hostLostSince = terminal.hostLostSince
  for (const event of events) hostLostSince = event.kind === 'raised' ? event.firstLostAt : null
  return { judged: { storeId, terminalId, hostLostSince, watch: withRule(step.watch, rule) }, events }
}

function isSameRule(a: LossRule, b: LossRule): boolean {
  return a.lossPeriodMinutes === b.lossPeriodMinutes && a.lossThresholdMinutes === b.lossThresholdMinutes
}

function withRule(watch: LossWatch, rule: LossRule): KeptWatch {
  const { lossPeriodMinutes, lossThresholdMinutes } = rule
  const { decidedUpTo, lost, upMinutes, raisedAt } = watch
  const bare = { decidedUpTo, lost, upMinutes, raisedAt }
  return isSameRule(rule, DEFAULT_LOSS_RULE)
    ? bare
    : { ...bare, rule: { lossPeriodMinutes, lossThresholdMinutes } }
}

function notTooOld(watch: LossWatch, upTo: EpochMs): LossWatch {
  const oldest = epochMs(upTo - LONGEST_WINDOW_MS)
  return watch.decidedUpTo >= oldest ? watch : { ...watch, decidedUpTo: oldest, lost: [] }
}

function deafPeriods(listening: ReadonlyMap<number, bigint>, period: Period): Period[] {
  const silent = Array.from(lostMinutes(listening, period), (startAt) => ({
    startAt,
    endAt: epochMs(startAt + 60_000),
  }))
  return mergePeriods(silent)
}
