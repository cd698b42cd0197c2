import type { TerminalId } from '@coldkeep/domain/ids'
import { type TerminalPoints, terminalPoints } from '@coldkeep/domain/intake/terminal-points'
import { type Clock, minutes, seconds } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { selectTerminalLists, type TerminalLists } from './intake-queries'

/** Where readings go, remembered per terminal and revision of its settings. */
export interface PointsCache {
  /** Loads what is not known of these in one go. */
  load(keys: readonly PointsKey[]): Promise<void>
  /** After {@link load}; `null` when there is no such terminal. */
  find(key: PointsKey): TerminalPoints | null
}

interface PointsKey {
  readonly terminal: TerminalId
  readonly revision: number
}

interface Entry {
  readonly loadedMs: number
  /** `null`: there is no such terminal. */
  readonly lists: TerminalLists | null
  readonly byRevision: Map<number, TerminalPoints>
}

const KEPT_MS = minutes(10)
/**
 * A revision or terminal that was not there a moment ago may be there now, but is not looked up more often.
 */
const RETRY_MS = seconds(5)
const FORGET_ABOVE = 50_000

export function pointsCache(db: Db, clock: Clock): PointsCache {
  const known = new Map<TerminalId, Entry>()

  function isKnown({ terminal, revision }: PointsKey, nowMs: number): boolean {
    const entry = known.get(terminal)
    if (!entry) return false
    const ageMs = nowMs - entry.loadedMs
    if (entry.lists === null) return ageMs < RETRY_MS
    if (entry.byRevision.has(revision)) return ageMs < KEPT_MS
    // a newer revision may have point lists of its own since a moment ago
    const isNewest = [...entry.byRevision.keys()].every((known) => known < revision)
    return !isNewest && ageMs < RETRY_MS
  }

  return {
    async load(keys) {
      const nowMs = clock.now()
      const missing = keys.filter((key) => !isKnown(key, nowMs))
      if (missing.length === 0) return
      const terminals = [...new Set(missing.map((key) => key.terminal))]
      const found = new Map(
        (await selectTerminalLists(db, terminals)).map((lists) => [lists.terminal, lists]),
      )
      if (known.size > FORGET_ABOVE) known.clear()
      for (const terminal of terminals) {
        known.set(terminal, { loadedMs: nowMs, lists: found.get(terminal) ?? null, byRevision: new Map() })
      }
    },
    find({ terminal, revision }) {
      const entry = known.get(terminal)
      if (!entry?.lists) return null
      let points = entry.byRevision.get(revision)
      if (!points) {
        const { storeId, zone, lists } = entry.lists
        points = terminalPoints(storeId, zone, lists, revision)
        entry.byRevision.set(revision, points)
      }
      return points
    },
  }
}
