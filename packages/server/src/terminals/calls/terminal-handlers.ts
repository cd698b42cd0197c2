import { terminalStates } from '@coldkeep/contract/areas/terminals'
import { Problem } from '@coldkeep/contract/problem'
import type { TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { networkOf } from '../../access/limit-attempts'
import { scopeOf, selectScope, selectStoreInScope } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { checkTakesOver } from '../check-equipment'
import { claim } from '../claim'
import { deleteClaim, selectOpenCodes } from '../claim-queries'
import type { FieldLink } from '../field-link'
import { addClaim, addPlace, terminalEntry } from '../make-place'
import { exchangeTicket } from '../terminal-credential'
import {
  countTerminals,
  selectReleased,
  selectStoreOf,
  selectStoreOfTerminal,
  selectTerminal,
  selectTerminals,
  type TerminalRow,
  updateEnabled,
} from '../terminal-queries'
import {
  chosenFirmware,
  countVersions,
  presentBox,
  presentFirmware,
  withFirmware,
} from '../terminal-versions'

type TerminalCall =
  | 'listTerminals'
  | 'getTerminal'
  | 'addTerminal'
  | 'makeClaimCode'
  | 'withdrawClaimCode'
  | 'enableTerminal'
  | 'claimTerminal'
  | 'renewCredential'

/** What letting terminals in, and shutting them out, needs. */
export interface TerminalCallParts {
  readonly field: Pick<
    FieldLink,
    'recheck' | 'brokerUrls' | 'authority' | 'commandKeys' | 'claimTries' | 'accounts'
  >
}

export function terminalHandlers({ field }: TerminalCallParts): Pick<Handlers, TerminalCall> {
  return {
    listTerminals: async ({ db, user, query, clock }) => {
      const scope = await selectScope(db, user, query.departmentId)
      const store = query.storeId === null ? null : await selectStoreInScope(db, scope, query.storeId)
      const { page, pageSize } = query
      const filter = { scope, storeId: store?.storeId ?? null, text: query.search.trim() }
      const state = query.state === 'all' ? null : query.state
      const [counted, released] = await Promise.all([countTerminals(db, filter), selectReleased(db)])
      const firmware = chosenFirmware(counted, query, released)
      const chosen = withFirmware(counted, firmware)
      const rows = await selectTerminals(
        db,
        { ...filter, state, firmware },
        { offset: (page - 1) * pageSize, limit: pageSize },
      )
      const countOf = (one: (typeof terminalStates)[number]) =>
        chosen.reduce((sum, { state: of, terminals }) => sum + (of === one ? terminals : 0), 0)
      const counts = {
        disabled: countOf('disabled'),
        host_lost: countOf('host_lost'),
        never_seen: countOf('never_seen'),
        offline: countOf('offline'),
        online: countOf('online'),
      }
      return {
        terminals: await presentTerminal(db, rows, { released, now: clock.now() }),
        total: state === null ? terminalStates.reduce((sum, one) => sum + counts[one], 0) : counts[state],
        page,
        pageSize,
        versions: countVersions(
          counted.filter((one) => state === null || one.state === state),
          released,
        ),
        counts,
      }
    },

    getTerminal: ({ db, user, params, clock }) => presentOne(db, user, params.terminalId, clock.now()),

    addTerminal: async ({ db, user, body, clock }) => {
      const now = clock.now()
      const { storeId } = await selectStoreInScope(db, scopeOf(user), body.storeId)
      const terminalId = await db.transaction().execute((trx) => addPlace(trx, user, storeId, now))
      return presentOne(db, user, terminalId, now)
    },

    makeClaimCode: async ({ db, user, params, clock }) => {
      const now = clock.now()
      const terminal = await terminalOf(db, user, params.terminalId)
      await checkTakesOver(db, user, terminal)
      if (!terminal.isEnabled) throw new Problem('terminal.disabled')
      const { code, expiresAt } = await db.transaction().execute((trx) => addClaim(trx, user, terminal, now))
      return { code, expiresAt }
    },

    withdrawClaimCode: async ({ db, user, params, clock }) => {
      const now = clock.now()
      const terminal = await terminalOf(db, user, params.terminalId)
      await db.transaction().execute(async (trx) => {
        if (!(await deleteClaim(trx, terminal.terminalId, now))) throw new Problem('claim.none_open')
        await addAudit(trx, terminalEntry(user, terminal, 'terminal.code_withdrawn', now))
      })
      return {}
    },

    enableTerminal: async ({ db, user, params, body, clock }) => {
      const now = clock.now()
      const terminal = await terminalOf(db, user, params.terminalId)
      const { terminalId } = terminal
      await db.transaction().execute(async (trx) => {
        if (!(await updateEnabled(trx, terminalId, body.isEnabled, now))) return
        await field.accounts.setEnabled(terminalId, body.isEnabled).catch(isAway)
        const kind = body.isEnabled ? 'terminal.enable' : 'terminal.disable'
        await addAudit(trx, terminalEntry(user, terminal, kind, now))
      })
      await field.recheck([terminalId])
      return presentOne(db, user, terminalId, now)
    },

    claimTerminal: async ({ db, body, clock, client }) => {
      const now = clock.now()
      field.claimTries.count(networkOf(client.address), now)
      const box = { serial: body.serial, hardware: body.hw }
      const claimed = await claim(db, body.code, box, now, (terminal, secret) =>
        field.accounts.put(terminal, secret).catch(isAway),
      )
      if (!claimed.ok) throw new Problem(claimed.problem)
      const { terminalId, storeId, secret, takesOver } = claimed.value
      if (!takesOver) await field.recheck([terminalId])
      const store = await selectStoreOfTerminal(db, storeId)
      return {
        tid: terminalId,
        secret,
        ca: field.authority,
        mqtt: [...field.brokerUrls(client.hostname)],
        keys: { cmd: [...field.commandKeys()] },
        store,
        takes_over: takesOver,
      }
    },

    renewCredential: async ({ db, body, clock }) => {
      const now = clock.now()
      const use = { terminal: body.tid, token: body.token, secret: body.secret }
      const renewed = await db.transaction().execute(async (trx) => {
        const exchanged = await exchangeTicket(trx, use, now)
        if (exchanged === null) return null
        const terminalId = body.tid as TerminalId
        const storeId = await selectStoreOf(trx, terminalId)
        await field.accounts.put(terminalId, exchanged.secret).catch(isAway)
        const by = { accountId: null, name: terminalId }
        const kind = 'terminal.credential'
        await addAudit(trx, { at: now, by, storeId, kind, subject: terminalId, outcome: 'done' })
        return exchanged
      })
      if (renewed === null) throw new Problem('credential.refused')
      return { secret: renewed.secret, old_until: renewed.oldUntil }
    },
  }
}

/** The broker was out of reach, so nothing is changed here either. */
function isAway(): never {
  throw new Problem('service.unavailable')
}

/**
 * @throws Problem `terminal.unknown`, the same for one that does not exist and for one out of the caller's
 * reach
 */
async function terminalOf(db: Db, user: SignedIn, terminalId: TerminalId): Promise<TerminalRow> {
  const terminal = await selectTerminal(db, scopeOf(user), terminalId)
  if (terminal === null) throw new Problem('terminal.unknown')
  return terminal
}

async function presentOne(db: Db, user: SignedIn, terminalId: TerminalId, now: EpochMs) {
  const released = await selectReleased(db)
  const [shown] = await presentTerminal(db, [await terminalOf(db, user, terminalId)], { released, now })
  if (shown === undefined) throw new Problem('terminal.unknown')
  return shown
}

interface Presenting {
  /** Versions by type. */
  readonly released: ReadonlyMap<string, readonly string[]>
  readonly now: EpochMs
}

async function presentTerminal(db: Db, rows: readonly TerminalRow[], { released, now }: Presenting) {
  const codes = await selectOpenCodes(
    db,
    rows.map((row) => row.terminalId),
    now,
  )
  return rows.map((row) => ({
    id: row.terminalId,
    store: { id: row.storeId, code: row.storeCode, name: row.storeName, zone: row.zone },
    state: row.state,
    since: row.since,
    hostLostSince: row.hostLostSince,
    lastMessageAt: row.lastMessageAt,
    program: row.program,
    firmware: presentFirmware(row, released),
    box: presentBox(row, released),
    revision: row.revision,
    backlog: row.backlog,
    conflicts: row.conflicts ?? 0,
    serial: row.serial,
    hardware: row.hardware,
    isEnabled: row.isEnabled,
    claimedAt: row.claimedAt,
    codeUntil: codes.get(row.terminalId) ?? null,
    replacementUntil: row.nextUntil !== null && now < row.nextUntil ? row.nextUntil : null,
    createdAt: row.createdAt,
  }))
}
