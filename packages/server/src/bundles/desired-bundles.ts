import { fetchBundle } from '@coldkeep/contract/areas/field'
import { addressOf } from '@coldkeep/contract/call'
import { type DesiredBundle, desiredBundle } from '@coldkeep/contract/mqtt/bundle'
import { PROTOCOL_VERSION } from '@coldkeep/contract/mqtt/envelope'
import type { TerminalId } from '@coldkeep/domain/ids'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import * as z from 'zod/mini'
import type { SentCommand } from '../commands/command-queries'
import type { Db } from '../db/connect'
import {
  expireBundle,
  type NewestBundle,
  selectNewest,
  selectRunningRevision,
  takeQueuedBundles,
} from './bundle-queries'
import { returnToLists } from './point-lists'

/** A published configuration may be taken for this long. */
const VALID_MS = days(7)

/** What is retained for a terminal; `null` takes it away. */
export interface DesiredRow {
  readonly terminalId: TerminalId
  readonly desired: NewestBundle | null
}

/** Bundles that are new, and those that terminals which have just appeared do not run. */
export async function takeDesired(
  db: Db,
  appeared: ReadonlyMap<TerminalId, { readonly revision: number }>,
  now: EpochMs,
): Promise<DesiredRow[]> {
  const fresh = await takeQueuedBundles(db, now)
  const published = new Set(fresh.map(({ terminalId }) => terminalId))
  const others = [...appeared.keys()].filter((terminal) => !published.has(terminal))
  const newest = await selectNewest(db, others)
  const missed = newest.filter(({ terminalId, revision }) => appeared.get(terminalId)?.revision !== revision)
  return [...fresh, ...missed].map((row) => ({ terminalId: row.terminalId, desired: row }))
}

/** @throws where the row is not one that a terminal could be given */
export function desiredOf(
  { terminalId, revision, sha256, size, commandId }: NewestBundle,
  now: EpochMs,
): DesiredBundle {
  return z.parse(desiredBundle, {
    v: PROTOCOL_VERSION,
    id: commandId,
    tid: terminalId,
    rev: revision,
    sha256,
    size,
    url: addressOf(fetchBundle, { sha256 }, {}),
    exp: later(now, VALID_MS),
  })
}

/**
 * Ends the bundles that went with expired commands; their terminals learn that nothing is desired any more.
 */
export async function expireBundles(
  db: Db,
  expired: readonly SentCommand[],
  now: EpochMs,
): Promise<DesiredRow[]> {
  const applies = expired.filter(({ op }) => op === 'cfg.apply')
  const ended: DesiredRow[] = []
  for (const { storeId, terminalId, commandId } of applies) {
    const isEnded = await db.transaction().execute(async (trx) => {
      if (!(await expireBundle(trx, { storeId, commandId }, now))) return false
      const current = await selectRunningRevision(trx, storeId, terminalId)
      if (current !== null) await returnToLists(trx, { storeId, terminalId, revision: current })
      return true
    })
    if (isEnded) ended.push({ terminalId, desired: null })
  }
  return ended
}
