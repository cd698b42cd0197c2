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

/** Once said, a terminal may take it so long. */
const WANTED_MS = days(7)

/** What is retained for a terminal; `null` takes it away. */
export interface WantedRow {
  readonly terminalId: TerminalId
  readonly wanted: NewestBundle | null
}

/** Bundles that are new, and those that terminals which have just appeared do not run. */
export async function takeWanted(
  db: Db,
  appeared: ReadonlyMap<TerminalId, { readonly revision: number }>,
  now: EpochMs,
): Promise<WantedRow[]> {
  const fresh = await takeQueuedBundles(db, now)
  const told = new Set(fresh.map(({ terminalId }) => terminalId))
  const others = [...appeared.keys()].filter((terminal) => !told.has(terminal))
  const newest = await selectNewest(db, others)
  const missed = newest.filter(({ terminalId, revision }) => appeared.get(terminalId)?.revision !== revision)
  return [...fresh, ...missed].map((row) => ({ terminalId: row.terminalId, wanted: row }))
}

/** @throws where the row is none that a terminal could be told */
export function wantedOf(
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
    exp: later(now, WANTED_MS),
  })
}

/** Ends the bundles that went with expired commands; their terminals are told that nothing is wanted any more. */
export async function expireBundles(
  db: Db,
  expired: readonly SentCommand[],
  now: EpochMs,
): Promise<WantedRow[]> {
  const applies = expired.filter(({ op }) => op === 'cfg.apply')
  const ended: WantedRow[] = []
  for (const { storeId, terminalId, commandId } of applies) {
    const isEnded = await db.transaction().execute(async (trx) => {
      if (!(await expireBundle(trx, { storeId, commandId }, now))) return false
      const present = await selectRunningRevision(trx, storeId, terminalId)
      if (present !== null) await returnToLists(trx, { storeId, terminalId, revision: present })
      return true
    })
    if (isEnded) ended.push({ terminalId, wanted: null })
  }
  return ended
}
