import { wirePorts } from '@coldkeep/contract/areas/ports'
import { Problem } from '@coldkeep/contract/problem'
import { rowChanged } from '../../access/row-changed'
import { type DesiredDocument, runsOwnFile, selectDesiredDocument } from '../../bundles/bundle-queries'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { reachableTerminal } from '../../terminals/calls/configuration-handlers'
import { checkWrites } from '../../terminals/check-equipment'
import type { FieldLink } from '../../terminals/field-link'
import type { TerminalRow } from '../../terminals/terminal-queries'
import { lockTerminal } from '../check-place'
import { putPorts, requestsOf } from '../put-ports'

type PortCall = 'getPorts' | 'savePorts'

/** What changing ports needs. */
interface PortCallParts {
  readonly field: Pick<FieldLink, 'wake'>
}

export function portHandlers({ field }: PortCallParts): Pick<Handlers, PortCall> {
  return {
    getPorts: async ({ db, user, params }) => {
      const terminal = await reachableTerminal(db, user, params.terminalId)
      return presentPorts(db, terminal, await selectDesiredDocument(db, terminal.terminalId))
    },

    savePorts: async ({ db, user, params, body: { ports, revision }, clock, translate }) => {
      const now = clock.now()
      const terminal = await reachableTerminal(db, user, params.terminalId)
      await checkWrites(db, user, terminal, null)
      if (!terminal.isEnabled) throw new Problem('terminal.disabled')
      const saved = await db.transaction().execute(async (trx) => {
        // what was read must not change until it is written
        await lockTerminal(trx, terminal)
        const before = await selectDesiredDocument(trx, terminal.terminalId)
        const shown = await presentPorts(trx, terminal, before)
        if ((before?.revision ?? null) !== revision) throw rowChanged(wirePorts, shown)
        return putPorts(trx, { user, now, translate }, terminal, ports)
      })
      field.wake()
      return presentPorts(db, terminal, saved)
    },
  }
}

async function presentPorts(db: Db, terminal: TerminalRow, document: DesiredDocument | null) {
  return {
    ports: [...(document?.ports ?? [])],
    requests: Object.fromEntries(requestsOf(document?.scripts ?? [])),
    revision: document?.revision ?? null,
    runsOwnFile: document === null && (await runsOwnFile(db, terminal.storeId, terminal.terminalId)),
  }
}
