import { type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Gauge } from 'prom-client'
import { isTroubleOfAll } from '../db/passing-error'
import { storeApart } from '../db/store-apart'

/** What a round works on, one by one or together: stores, days of stores, alarms. */
export interface RoundWork<Item> {
  /** Its name in the log and in the metrics. */
  readonly round: string
  /** Tells an item from the others of its round. */
  readonly nameOf: (item: Item) => string
}

/**
 * Keeps what cannot be worked on from stopping the rest: it is left alone for a minute, then for twice as long each time,
 * an hour at most. Remembered by the process alone; after a start each is tried once more.
 */
export interface SetAside {
  /** What is left alone at this instant: not to be looked for. */
  waiting<Item>(items: RoundWork<Item>, now: EpochMs): Item[]
  /**
   * Works on all items that are not set aside together; where that fails, in halves, until what fails is
   * alone.
   * @param work on the given items all or none
   * @throws an error that no item is to blame for, as a lost connection: to be tried again as it was
   */
  work<Item>(
    items: RoundWork<Item>,
    some: readonly Item[],
    now: EpochMs,
    work: (some: readonly Item[]) => Promise<void>,
  ): Promise<void>
}

interface Kept {
  readonly item: unknown
  readonly failures: number
  readonly until: EpochMs
}

const FIRST_MS = minutes(1)
const LONGEST_MS = hours(1)
/** It has not come up again since: it is gone. */
const FORGOTTEN_AFTER_MS = hours(2)

/** @param gauge how much each round has set aside */
export function openSetAside(log: Logger, gauge: Gauge<'round'> | null = null): SetAside {
  const rounds = new Map<string, Map<string, Kept>>()
  const ofRound = (round: string) => {
    const known = rounds.get(round) ?? new Map<string, Kept>()
    rounds.set(round, known)
    return known
  }
  const count = (round: string) => gauge?.set({ round }, ofRound(round).size)

  function forgetEnded(round: string, now: EpochMs): void {
    const kept = ofRound(round)
    for (const [name, { until }] of kept) if (until + FORGOTTEN_AFTER_MS < now) kept.delete(name)
    count(round)
  }

  return {
    waiting<Item>({ round }: RoundWork<Item>, now: EpochMs) {
      forgetEnded(round, now)
      return [...ofRound(round).values()].flatMap(({ item, until }) => (until > now ? [item as Item] : []))
    },
    async work({ round, nameOf }, some, now, work) {
      const kept = ofRound(round)
      const mayBeTried = some.filter((item) => (kept.get(nameOf(item))?.until ?? now) <= now)
      const done = async (part: readonly (typeof some)[number][]) => {
        await work(part)
        for (const item of part) kept.delete(nameOf(item))
      }
      const refused = await storeApart(mayBeTried, done, isTroubleOfAll)
      for (const { row: item, error } of refused) {
        const name = nameOf(item)
        const failures = (kept.get(name)?.failures ?? 0) + 1
        const until = later(now, Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)))
        kept.set(name, { item, failures, until })
        log.error({ err: error, round, item: name, failures, until: new Date(until) }, 'set aside')
      }
      count(round)
    },
  }
}
