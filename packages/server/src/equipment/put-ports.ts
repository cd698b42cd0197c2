import type { PortSettings } from '@coldkeep/contract/mqtt/port-settings'
import { Problem } from '@coldkeep/contract/problem'
import { carryOn } from '@coldkeep/domain/polling/carry-on'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Translate } from '@coldkeep/phrases/keys'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import {
  type BundleTarget,
  type DesiredDocument,
  runsOwnFile,
  selectDesiredDocument,
} from '../bundles/bundle-queries'
import { selectLinksOf } from '../bundles/bundle-scripts'
import type { BundleDocument, DocumentFault } from '../bundles/compile-bundle'
import { selectOwnPoints } from '../bundles/point-list-queries'
import { putBundleWithin } from '../bundles/put-bundle'
import { presentFault } from '../bundles/words/field-words'
import type { Trx } from '../db/connect'
import { withdrawWritesOver } from '../writes/withdraw-writes'

/** A refusal is read by people: the first faults say enough. */
const MOST_FAULTS_LISTED = 3

interface PutPortsContext {
  readonly user: SignedIn
  readonly now: EpochMs
  readonly translate: Translate
}

/**
 * Makes these the ports of a locked terminal, as its next configuration with the same scripts, and audits it.
 * @throws Problem `configuration.own_file`, `configuration.faulty`, and `port.in_use` where scripts use one
 * that goes
 */
export async function putPorts(
  trx: Trx,
  { user, now, translate }: PutPortsContext,
  terminal: BundleTarget,
  ports: readonly PortSettings[],
): Promise<DesiredDocument> {
  const { storeId, terminalId } = terminal
  // a document of ports alone would end what the file of the terminal polls
  if (await runsOwnFile(trx, storeId, terminalId)) throw new Problem('configuration.own_file')
  const before = await selectDesiredDocument(trx, terminalId)
  // what went out of use is not in the way of the others
  const carried = carryOn(before?.scripts ?? [], await selectOwnPoints(trx, storeId, terminalId))
  const { scripts } = carried
  checkUsed(ports, scripts)
  const by = { accountId: user.accountId, name: user.name }
  const linked = await selectLinksOf(trx, terminal, before, carried)
  const put = await putBundleWithin(
    trx,
    terminal,
    { ports, scripts },
    {
      by,
      now,
      scripts: linked,
      portsMoved: withdrawWritesOver,
    },
  )
  if (!put.ok) throw new Problem('configuration.faulty', { faults: faultWords(put.problem, translate) })
  const detail = { revision: put.value, ports, before: before?.ports ?? [] }
  const kind = 'terminal.ports'
  await addAudit(trx, { at: now, by, storeId, kind, subject: terminalId, detail, outcome: 'done' })
  return { revision: put.value, ports: [...ports], scripts }
}

function faultWords(faults: readonly DocumentFault[], translate: Translate): string {
  const words = faults.slice(0, MOST_FAULTS_LISTED).map((fault) => {
    const { path, message } = presentFault(fault, translate)
    return path === '' ? message : `${path}: ${message}`
  })
  return words.join(' ')
}

/** @throws Problem `port.in_use`: scripts would use a port that is not there any more */
function checkUsed(ports: readonly PortSettings[], scripts: BundleDocument['scripts']): void {
  for (const [port, count] of requestsOf(scripts)) {
    if (!ports.some(({ id }) => id === port))
      throw new Problem('port.in_use', { port, count }, { id: 'choice' })
  }
}

export function requestsOf(scripts: BundleDocument['scripts']): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { portId } of scripts.flatMap(({ commands }) => commands)) {
    counts.set(portId, (counts.get(portId) ?? 0) + 1)
  }
  return counts
}
