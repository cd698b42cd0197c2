import { Problem } from '@coldkeep/contract/problem'
import type { TerminalId } from '@coldkeep/domain/ids'
import { carryOn, type LeftOut } from '@coldkeep/domain/polling/carry-on'
import { scopeOf } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import { selectBundleBody, selectBundles, selectRunningRevision } from '../../bundles/bundle-queries'
import type { BundleDocument } from '../../bundles/compile-bundle'
import { selectOwnPoints } from '../../bundles/point-list-queries'
import { checkBundle, putBundle } from '../../bundles/put-bundle'
import { presentFault } from '../../bundles/words/field-words'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { withdrawWritesOver } from '../../writes/withdraw-writes'
import { checkSeesAll, checkWrites } from '../check-equipment'
import type { FieldLink } from '../field-link'
import { selectTerminal, type TerminalRow } from '../terminal-queries'

type ConfigurationCall =
  | 'listConfigurations'
  | 'getConfiguration'
  | 'putConfiguration'
  | 'returnToConfiguration'

/** What giving configurations to terminals needs. */
export interface ConfigurationCallParts {
  readonly field: Pick<FieldLink, 'wake'>
}

export function configurationHandlers({ field }: ConfigurationCallParts): Pick<Handlers, ConfigurationCall> {
  return {
    listConfigurations: async ({ db, user, params, translate }) => {
      const { storeId, terminalId } = await reachableTerminal(db, user, params.terminalId)
      const rows = await selectBundles(db, storeId, terminalId)
      return {
        running: await selectRunningRevision(db, storeId, terminalId),
        revisions: rows.map(({ faults, createdBy, createdAt, changedAt, ...row }) => ({
          ...row,
          faults: (faults ?? []).map((fault) => presentFault(fault, translate)),
          createdBy,
          createdAt,
          changedAt,
        })),
      }
    },

    getConfiguration: async ({ db, user, params }) => {
      checkSeesAll(user)
      const terminal = await reachableTerminal(db, user, params.terminalId)
      const document = await documentOf(db, terminal, params.revision)
      return { revision: params.revision, document }
    },

    putConfiguration: async ({ db, user, params, body, clock, translate }) => {
      const terminal = await reachableTerminal(db, user, params.terminalId)
      await checkWrites(db, user, terminal, null)
      if (body.isCheck) {
        const faults = await checkBundle(db, terminal, body.document)
        return { revision: null, faults: faults.map((fault) => presentFault(fault, translate)) }
      }
      if (!terminal.isEnabled) throw new Problem('terminal.disabled')
      const put = await putBundle(db, terminal, body.document, {
        by: actor(user),
        now: clock.now(),
        portsMoved: withdrawWritesOver,
      })
      if (!put.ok)
        return { revision: null, faults: put.problem.map((fault) => presentFault(fault, translate)) }
      field.wake()
      return { revision: put.value, faults: [] }
    },

    returnToConfiguration: async ({ db, user, params, clock, translate }) => {
      const terminal = await reachableTerminal(db, user, params.terminalId)
      await checkWrites(db, user, terminal, null)
      if (!terminal.isEnabled) throw new Problem('terminal.disabled')
      const document = await documentOf(db, terminal, params.revision)
      // devices may have gone since: the others are polled as they were then
      const points = await selectOwnPoints(db, terminal.storeId, terminal.terminalId)
      const { scripts, leftOut: withoutPoints } = carryOn(document.scripts, points)
      const again = { ...document, scripts }
      const put = await putBundle(db, terminal, again, {
        by: actor(user),
        now: clock.now(),
        portsMoved: withdrawWritesOver,
      })
      const leftOut = withoutPoints.map(leftOutWords)
      if (!put.ok) {
        return {
          revision: null,
          faults: put.problem.map((fault) => presentFault(fault, translate)),
          leftOut,
        }
      }
      field.wake()
      return { revision: put.value, faults: [], leftOut }
    },
  }
}

function leftOutWords({ script, deviceName, commandCode }: LeftOut): string {
  return `${script}: ${deviceName} (${commandCode})`
}

/**
 * @throws Problem `terminal.unknown`, the same for one that does not exist and for one out of the caller's
 * reach
 */
export async function reachableTerminal(
  db: Db,
  user: SignedIn,
  terminalId: TerminalId,
): Promise<TerminalRow> {
  const terminal = await selectTerminal(db, scopeOf(user), terminalId)
  if (terminal === null) throw new Problem('terminal.unknown')
  return terminal
}

export function actor({ accountId, name }: SignedIn) {
  return { accountId, name }
}

async function documentOf(
  db: Db,
  { storeId, terminalId }: TerminalRow,
  revision: number,
): Promise<BundleDocument> {
  const body = await selectBundleBody(db, storeId, terminalId, revision)
  if (body === null) throw new Problem('configuration.unknown')
  const { ports, scripts } = JSON.parse(Buffer.from(body).toString('utf8')) as BundleDocument
  return { ports, scripts }
}
