import { randomBytes } from 'node:crypto'
import { Problem } from '@coldkeep/contract/problem'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import { actor, reachableTerminal } from '../../terminals/calls/configuration-handlers'
import { checkTakesOver } from '../../terminals/check-equipment'
import { hashSecret } from '../../terminals/terminal-credential'
import { deleteToken, selectSystem, upsertToken } from '../system-queries'

const TOKEN_BYTES = 24

/** Calls of people about the systems of boxes. */
export const boxSystemHandlers = {
  getBoxSystem: async ({ db, user, params }) => {
    const system = await selectSystem(db, await reachableTerminal(db, user, params.terminalId))
    if (system === null) {
      return { type: null, token: null, version: null, reportedAt: null, polledAt: null, attributes: [] }
    }
    const { type, isTokenValid, tokenMadeAt: createdAt, tokenMadeBy: createdBy, attributes } = system
    const { version, reportedAt, polledAt } = system
    return {
      ...{ type, version, reportedAt, polledAt },
      token: isTokenValid ? { createdAt, createdBy } : null,
      attributes: Object.entries(attributes)
        .map(([name, value]) => ({ name, value }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    }
  },

  makeBoxToken: async ({ db, user, params, body: { type }, clock }) => {
    const terminal = await reachableTerminal(db, user, params.terminalId)
    // its holder is given images, and reports for the box
    await checkTakesOver(db, user, terminal)
    if (!terminal.isEnabled) throw new Problem('terminal.disabled')
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const at = clock.now()
    await db.transaction().execute(async (trx) => {
      await upsertToken(trx, terminal, { type, tokenHash: hashSecret(token), by: user.name, at })
      const { storeId, terminalId: subject } = terminal
      const entry = { at, by: actor(user), storeId, kind: 'terminal.box_token', subject, detail: { type } }
      await addAudit(trx, { ...entry, outcome: 'done' })
    })
    return { token }
  },

  revokeBoxToken: async ({ db, user, params, clock }) => {
    const terminal = await reachableTerminal(db, user, params.terminalId)
    await db.transaction().execute(async (trx) => {
      if (!(await deleteToken(trx, terminal))) throw new Problem('box.no_token')
      const { storeId, terminalId: subject } = terminal
      const kind = 'terminal.box_token_revoked'
      await addAudit(trx, { at: clock.now(), by: actor(user), storeId, kind, subject, outcome: 'done' })
    })
    return {}
  },
} satisfies Pick<Handlers, 'getBoxSystem' | 'makeBoxToken' | 'revokeBoxToken'>
