import type { checkDeployment } from '@coldkeep/contract/areas/deployments'
import type { Answer } from '@coldkeep/contract/call'
import { placeScript, type UnplacedCommand } from '@coldkeep/domain/polling/place-script'
import type { Translate } from '@coldkeep/phrases/keys'
import { presentFault } from '../../bundles/words/field-words'
import type { Db } from '../../db/connect'
import { likelyType } from '../enter-devices'
import type { ScriptSource } from '../script-source'
import { selectEquipment, type selectStoresByCode } from '../store-equipment-queries'

type ChosenStore = Awaited<ReturnType<typeof selectStoresByCode>>[number]
type Checked = Answer<typeof checkDeployment>
type Missing = Checked['missing'][number]
/** By model and unit. */
type Lacking = Map<string, Missing>

/** So many stores are compiled from one read. */
const STORES_AT_ONCE = 200
const MOST_FAULTY = 200

/** Places a script at each of the stores without keeping anything: what would come of it, and what hinders it. */
export async function tryStores(
  db: Db,
  source: ScriptSource,
  stores: readonly ChosenStore[],
  { addsDevices, translate }: { readonly addsDevices: boolean; readonly translate: Translate },
): Promise<Checked> {
  const faulty: { store: ChosenStore; faults: ReturnType<typeof presentFault>[] }[] = []
  const lacking: Lacking = new Map()
  const sums = { ready: 0, newDevices: 0, retiredDevices: 0, worstMs: 0, faultyTotal: 0 }
  for (let from = 0; from < stores.length; from += STORES_AT_ONCE) {
    const part = stores.slice(from, from + STORES_AT_ONCE)
    const equipment = await selectEquipment(
      db,
      part.map(({ id }) => id),
    )
    for (const store of part) {
      const own = equipment.get(store.id)
      if (own === undefined) continue
      const { faults, missing, worstMs, notes } = placeScript(source, own, { addsDevices })
      sums.worstMs = Math.max(sums.worstMs, Math.ceil(worstMs))
      if (faults.length === 0) {
        sums.ready += 1
        sums.newDevices += missing.length
        for (const { command } of missing) countMissing(lacking, command)
        sums.retiredDevices += new Set(notes.map(({ note }) => note.value)).size
        continue
      }
      sums.faultyTotal += 1
      if (faulty.length < MOST_FAULTY) {
        faulty.push({ store, faults: faults.map((fault) => presentFault(fault, translate)) })
      }
    }
  }
  return { ...sums, missing: [...lacking.values()], faulty }
}

function countMissing(lacking: Lacking, command: UnplacedCommand): void {
  const { brand, model, unitId, deviceName: name } = command
  const key = JSON.stringify([brand, model, unitId])
  const stores = (lacking.get(key)?.stores ?? 0) + 1
  lacking.set(key, { brand, model, unitId, name, type: likelyType(command), stores })
}
