import { wirePorts } from '@coldkeep/contract/areas/ports'
import type { PortSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import { Problem } from '@coldkeep/contract/problem'
import { addAudit } from '../../audit/add-audit'
import type { Db } from '../../db/connect'
import type { BundleDocument } from '../../field/compile-bundle'
import { type PresentDocument, runsOwnFile, selectPresentDocument } from '../../field/present-document'
import { putBundle } from '../../field/put-bundle'
import type { Handlers } from '../../http/bind-call'
import { rowChanged } from '../../http/row-changed'
import { presentFault } from '../../present/field-words'
import { checkWrites } from '../terminals/check-equipment'
import { actor, reachableTerminal } from '../terminals/configuration-handlers'
import type { TerminalRow } from '../terminals/queries'

type PortCall = 'getPorts' | 'savePorts'

/** A refusal is read by people: the first faults say enough. */
const MOST_FAULTS_TOLD = 3

export const portHandlers = {
  getPorts: async ({ db, user, params }) => {
    const terminal = await reachableTerminal(db, user, params.terminalid)
    return presentPorts(db, terminal, await selectPresentDocument(db, terminal))
  },

  savePorts: async ({ db, user, params, body: { ports, revision }, clock, field, translate }) => {
    const now = clock.now()
    const terminal = await reachableTerminal(db, user, params.terminalid)
    await checkWrites(db, user, terminal, null)
    if (!terminal.isEnabled) throw new Problem('terminal.disabled')
    const before = await selectPresentDocument(db, terminal)
    const shown = await presentPorts(db, terminal, before)
    if ((before?.revision ?? null) !== revision) throw rowChanged(wirePorts, shown)
    // a document of ports alone would end what the file of the terminal polls
    if (shown.runs_own_file) throw new Problem('configuration.own_file')
    const scripts = before?.document.scripts ?? []
    checkUsed(ports, scripts)
    const put = await putBundle(db, terminal, { ports, scripts }, actor(user), now)
    if (!put.ok) {
      const words = put.problem.slice(0, MOST_FAULTS_TOLD).map((fault) => {
        const { path, message } = presentFault(fault, translate)
        return path === '' ? message : `${path}: ${message}`
      })
      throw new Problem('configuration.faulty', { faults: words.join(' ') })
    }
    await addAudit(db, {
      at: now,
      by: actor(user),
      storeId: terminal.storeId,
      kind: 'terminal.ports',
      subject: terminal.terminalId,
      detail: { revision: put.value, ports, before: before?.document.ports ?? [] },
      outcome: 'done',
    })
    field.wake()
    return presentPorts(db, terminal, { revision: put.value, document: { ports: [...ports], scripts } })
  },
} satisfies Pick<Handlers, PortCall>

async function presentPorts(db: Db, terminal: TerminalRow, present: PresentDocument | null) {
  return {
    ports: [...(present?.document.ports ?? [])],
    requests: Object.fromEntries(requestsOf(present?.document.scripts ?? [])),
    revision: present?.revision ?? null,
    runs_own_file: present === null && (await runsOwnFile(db, terminal)),
  }
}

/** @throws Problem `port.in_use`: scripts would ask over a port that is not there any more */
function checkUsed(ports: readonly PortSettings[], scripts: BundleDocument['scripts']): void {
  for (const [port, count] of requestsOf(scripts)) {
    if (!ports.some(({ id }) => id === port))
      throw new Problem('port.in_use', { port, count }, { id: 'choice' })
  }
}

function requestsOf(scripts: BundleDocument['scripts']): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { portId } of scripts.flatMap(({ commands }) => commands)) {
    counts.set(portId, (counts.get(portId) ?? 0) + 1)
  }
  return counts
}
