interface Covering {
  /** Must be covered. */
  readonly hardware: ReadonlySet<string>
  /** Are covered as far as there is room. */
  readonly traits: ReadonlySet<string>
  readonly indexes: readonly unknown[]
  /** The lower one goes first where both cover as much. */
  readonly lot: number
}

/**
 * Greedy set cover: next is always the store with the most hardware that is not covered yet, and among those with the
 * most device models and vendors. It ends when all hardware is covered and there is no room, or nothing left to cover.
 *
 * Stores wait in piles by what they would add. That only falls, so that a store moves down when it is met at the top of
 * its pile with less; each trait of each store is gone over twice in all.
 * @param room targets that the first wave has place for
 */
export function coverFirst<Store extends Covering>(stores: readonly Store[], room: number): Store[] {
  const base = 1 + stores.reduce((most, { traits }) => Math.max(most, traits.size), 0)
  const waiting = stores
    .toSorted((a, b) => b.lot - a.lot)
    .map((store) => ({ store, adds: store.hardware.size * base + store.traits.size }))
  type Waiting = (typeof waiting)[number]
  const owners = new Map<string, { readonly weight: number; readonly of: Waiting[] }>()
  const piles: Waiting[][] = []
  for (const entry of waiting) {
    for (const name of entry.store.hardware) own(`hardware ${name}`, base, entry)
    for (const name of entry.store.traits) own(name, 1, entry)
    pile(entry)
  }

  const chosen: Store[] = []
  let taken = 0
  for (let height = piles.length - 1; height > 0; ) {
    const entry = piles[height]?.pop()
    if (entry === undefined) height--
    else if (entry.adds < height) pile(entry)
    else {
      if (height < base && taken >= room) break
      chosen.push(entry.store)
      taken += entry.store.indexes.length
      for (const name of entry.store.hardware) cover(`hardware ${name}`)
      for (const name of entry.store.traits) cover(name)
    }
  }
  return chosen

  function own(name: string, weight: number, entry: Waiting): void {
    const owner = owners.get(name)
    if (owner === undefined) owners.set(name, { weight, of: [entry] })
    else owner.of.push(entry)
  }

  function pile(entry: Waiting): void {
    const at = piles[entry.adds]
    if (at === undefined) piles[entry.adds] = [entry]
    else at.push(entry)
  }

  function cover(name: string): void {
    const owner = owners.get(name)
    if (owner === undefined) return
    for (const entry of owner.of) entry.adds -= owner.weight
    owners.delete(name)
  }
}
