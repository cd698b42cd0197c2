import { isNewKey, type StoreSettings } from '@coldkeep/contract/areas/store-settings'
import { Problem } from '@coldkeep/contract/problem'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import { isSame } from '@coldkeep/domain/organisation/merge-answers'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { putPorts } from '../equipment/put-ports'
import { reachableTerminal } from '../terminals/calls/configuration-handlers'
import { checkWrites } from '../terminals/check-equipment'
import { addClaim, addPlace } from '../terminals/make-place'
import type { PutContext } from './put-context'

interface Claim {
  readonly terminal: string
  readonly code: string
  readonly expiresAt: EpochMs
}

/** Makes places for new terminals, each with a claim code, and gives terminals their ports. */
export async function putTerminals(
  { trx, user, now, translate, faults }: PutContext,
  storeId: StoreId,
  base: StoreSettings,
  content: StoreSettings,
): Promise<{ readonly terminalIds: ReadonlyMap<string, TerminalId>; readonly codes: Claim[] }> {
  const known = new Map(base.terminals.map((terminal) => [terminal.key, terminal]))
  const terminalIds = new Map<string, TerminalId>()
  const codes: Claim[] = []
  for (const { key, ports } of content.terminals) {
    const before = known.get(key)
    if (before === undefined && !isNewKey(key)) throw new Problem('terminal.unknown')
    const terminalId = before === undefined ? await addPlace(trx, user, storeId, now) : (key as TerminalId)
    terminalIds.set(key, terminalId)
    if (before === undefined) {
      const { code, expiresAt } = await addClaim(trx, user, { terminalId, storeId }, now)
      codes.push({ terminal: terminalId, code, expiresAt })
    }
    if (ports === null || isSame(before?.ports ?? [], ports)) continue
    await faults.during(`terminals.${key}.ports`, async () => {
      const terminal = await reachableTerminal(trx, user, terminalId)
      await checkWrites(trx, user, terminal, null)
      if (!terminal.isEnabled) throw new Problem('terminal.disabled')
      await putPorts(trx, { user, now, translate }, terminal, ports)
    })
  }
  return { terminalIds, codes }
}
