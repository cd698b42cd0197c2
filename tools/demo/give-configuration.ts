import type { TerminalSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { selectDesiredDocuments } from '@coldkeep/server/bundles/bundle-queries'
import { putBundle } from '@coldkeep/server/bundles/put-bundle'
import type { Db } from '@coldkeep/server/db/connect'
import { withdrawWritesOver } from '@coldkeep/server/writes/withdraw-writes'

/**
 * Makes what the settings file of a terminal polls its first configuration by the server, so that people can add to it.
 * The virtual bus has another port at each start: later ones change nothing but that.
 */
export async function giveConfiguration(
  db: Db,
  storeId: StoreId,
  { terminalId, ports, scripts }: TerminalSettings,
  now: EpochMs,
): Promise<void> {
  const desired = (await selectDesiredDocuments(db, [terminalId])).get(terminalId)
  if (desired !== undefined && JSON.stringify(desired.ports) === JSON.stringify(ports)) return
  const document = { ports, scripts: desired?.scripts ?? scripts }
  const put = await putBundle(db, { storeId, terminalId }, document, {
    by: { accountId: null, name: 'Coldkeep' },
    now,
    portsMoved: withdrawWritesOver,
  })
  if (!put.ok) throw new Error(`${terminalId}: ${JSON.stringify(put.problem)}`)
}
