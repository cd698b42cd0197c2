import { wirePorts } from '@coldkeep/contract/areas/ports'
import type { PortSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import { Problem } from '@coldkeep/contract/problem'
import type { Translate } from '@coldkeep/phrases/keys'
import { addAudit } from '../../audit/add-audit'
import type { Db } from '../../db/connect'
import { runsOwnFile, selectWantedDocument, type WantedDocument } from '../../field/bundle-queries'
import type { BundleDocument, DocumentFault } from '../../field/compile-bundle'
import { putBundleWithin } from '../../field/put-bundle'
import type { Handlers } from '../../http/bind-call'
import { rowChanged } from '../../http/row-changed'
import { presentFault } from '../../present/field-words'
import { checkWrites } from '../terminals/check-equipment'
import { actor, reachableTerminal } from '../terminals/configuration-handlers'
import type { TerminalRow } from '../terminals/queries'
import { lockTerminal } from './check-place'

type PortCall = 'getPorts' | 'savePorts'

/** A refusal is read by people: the first faults say enough. */
const MOST_FAULTS_TOLD = 3

export const portHandlers = {
  getPorts: async ({ db, user, params }) => {
    const terminal = await reachableTerminal(db, user, params.terminalid)
    return presentPorts(db, terminal, await selectWantedDocument(db, terminal.terminalId))
  },

  savePorts: async ({ db, user, params, body: { ports, revision }, clock, field, translate }) => {
    const now = clock.now()
    const terminal = await reachableTerminal(db, user, params.terminalid)
    await checkWrites(db, user, terminal, null)
    if (!terminal.isEnabled) throw new Problem('terminal.disabled')
    const saved = await db.transaction().execute(async (trx) => {
      // what was seen is what stands there until it is written
      await lockTerminal(trx, terminal)
      const before = await selectWantedDocument(trx, terminal.terminalId)
      const shown = await presentPorts(trx, terminal, before)
      if ((before?.revision ?? null) !== revision) throw rowChanged(wirePorts, shown)
      // a document of ports alone would end what the file of the terminal polls
      if (shown.runs_own_file) throw new Problem('configuration.own_file')
      const scripts = before?.scripts ?? []
      checkUsed(ports, scripts)
      const by = actor(user)
      const put = await putBundleWithin(trx, terminal, { ports, scripts }, { by, now, scripts: [] })
      if (!put.ok) throw new Problem('configuration.faulty', { faults: faultWords(put.problem, translate) })
      await addAudit(trx, {
        at: now,
        by,
        storeId: terminal.storeId,
        kind: 'terminal.ports',
        subject: terminal.terminalId,
        detail: { revision: put.value, ports, before: before?.ports ?? [] },
        outcome: 'done',
      })
      return { revision: put.value, ports: [...ports], scripts }
    })
    field.wake()
    return presentPorts(db, terminal, saved)
  },
} satisfies Pick<Handlers, PortCall>

function faultWords(faults: readonly DocumentFault[], translate: Translate): string {
  const words = faults.slice(0, MOST_FAULTS_TOLD).map((fault) => {
    const { path, message } = presentFault(fault, translate)
    return path === '' ? message : `${path}: ${message}`
  })
  return words.join(' ')
}

async function presentPorts(db: Db, terminal: TerminalRow, wanted: WantedDocument | null) {
  return {
    ports: [...(wanted?.ports ?? [])],
    requests: Object.fromEntries(requestsOf(wanted?.scripts ?? [])),
    revision: wanted?.revision ?? null,
    runs_own_file: wanted === null && (await runsOwnFile(db, terminal.storeId, terminal.terminalId)),
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
