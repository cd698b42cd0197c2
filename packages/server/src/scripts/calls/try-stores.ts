import type { checkDeployment } from '@coldkeep/contract/areas/deployments'
import type { Answer } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { presentFault } from '../../bundles/words/field-words'
import type { Db } from '../../db/connect'
import { likelyType } from '../enter-devices'
import { placeScript } from '../place-script'
import type { ScriptSource, SourceCommand } from '../script-source'
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
  const sums = { ready: 0, new_devices: 0, retired_devices: 0, worst_ms: 0, faulty_total: 0 }
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
      sums.worst_ms = Math.max(sums.worst_ms, Math.ceil(worstMs))
      if (faults.length === 0) {
        sums.ready += 1
        sums.new_devices += missing.length
        for (const { command } of missing) countMissing(lacking, command)
        sums.retired_devices += new Set(notes.map(({ note }) => note.value)).size
        continue
      }
      sums.faulty_total += 1
      if (faulty.length < MOST_FAULTY) {
        faulty.push({ store, faults: faults.map((fault) => presentFault(fault, translate)) })
      }
    }
  }
  return { ...sums, missing: [...lacking.values()], faulty }
}

function countMissing(lacking: Lacking, command: SourceCommand): void {
  const { brand, model, unitId, deviceName: name } = command
  const key = JSON.stringify([brand, model, unitId])
  const stores = (lacking.get(key)?.stores ?? 0) + 1
  lacking.set(key, { brand, model, unit_id: unitId, name, type: likelyType(command), stores })
}
