import { timingSafeEqual } from 'node:crypto'
import type { ProblemCode } from '@coldkeep/contract/problem-status'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { addAudit, addAudits, SERVER } from '../audit/add-audit'
import { type NewestBundle, selectBundleBody, selectNewest } from '../bundles/bundle-queries'
import type { Db, Trx } from '../db/connect'
import { notifyOfTerminal } from './notify-of-terminal'
import { forgetOverdue, giveTerminal, lockJudged } from './replacement-queries'
import { hashSecret } from './terminal-credential'

export interface Proof {
  readonly terminal: string
  readonly secret: string
  readonly program: string
  /** That the box has fetched, checked and kept; `null`: nothing. */
  readonly holds: { readonly rev: number; readonly sha256: string } | null
}

/** The box has the place, or is to keep the newest configuration first. */
export type Judgement =
  | { readonly isProved: true; readonly terminalId: TerminalId }
  | { readonly isProved: false; readonly newest: NewestBundle; readonly text: string }

export type ProofRefusal = ProblemCode & ('credential.refused' | 'terminal.disabled')

/**
 * Judges a box that is to take the place of another. One that holds the newest configuration, or of whose terminal none
 * is wanted, takes the place: its secret is the only one from then on. Whoever has the place already is told so again.
 * An outside broker is told afterwards, each time: a broker that was away, or a server that died in between, costs
 * another question of the box and shuts no one out.
 */
export function judgeProof(
  db: Db,
  { terminal, secret, program, holds }: Proof,
  now: EpochMs,
): Promise<Result<Judgement, ProofRefusal>> {
  return db.transaction().execute(async (trx) => {
    const place = await lockJudged(trx, terminal, now)
    const given = hashSecret(secret)
    if (place === null) return fail('credential.refused')
    const { terminalId, storeId, next } = place
    const isPresent = timingSafeEqual(given, place.secretHash)
    const isNext = next !== null && timingSafeEqual(given, next.secretHash)
    if (!isPresent && !isNext) return fail('credential.refused')
    if (!place.isEnabled) return fail('terminal.disabled')
    const [newest] = await selectNewest(trx, [terminalId])
    const isNewest = holds?.rev === newest?.revision && holds?.sha256 === newest?.sha256
    if (newest !== undefined && !isNewest) {
      const text = await textOf(trx, newest)
      return ok({ isProved: false, newest, text })
    }
    if (next === null || !isNext) return ok({ isProved: true, terminalId })
    const { serial, hardware, by, accountId } = next
    await giveTerminal(trx, terminalId, next, now)
    await addAudit(trx, {
      at: now,
      by: { accountId: null, name: terminalId },
      storeId,
      kind: 'terminal.replaced',
      subject: terminalId,
      detail: { serial, hardware, program, revision: newest?.revision ?? null, code_by: by },
      outcome: 'done',
    })
    await notifyOfTerminal(trx, { terminalId, storeId, about: 'replaced', person: by, accountId }, now)
    return ok({ isProved: true, terminalId })
  })
}

/** Forgets boxes that have not proved themselves in time; those that they were to replace go on. */
export async function expireReplacements(trx: Trx, now: EpochMs): Promise<void> {
  const overdue = await forgetOverdue(trx, now)
  if (overdue.length === 0) return
  await addAudits(
    trx,
    overdue.map(({ terminalId, storeId, until, serial, by }) => ({
      at: now,
      by: SERVER,
      storeId,
      kind: 'terminal.replacement_expired',
      subject: terminalId,
      detail: { serial, code_by: by, until: until === null ? null : new Date(until).toISOString() },
      outcome: 'failed' as const,
    })),
  )
}

async function textOf(
  trx: Trx,
  { storeId, terminalId, revision }: { readonly storeId: StoreId } & NewestBundle,
): Promise<string> {
  const body = await selectBundleBody(trx, storeId, terminalId, revision)
  if (body === null) throw new Error('a desired configuration has no text')
  return Buffer.from(body).toString('utf8')
}
