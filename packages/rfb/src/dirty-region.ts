import { areaOf, around, common, isWithin, type Rectangle, type ScreenSize, wholeOf } from './rectangle'

/** An update of so many rectangles is shorter as one around them all. */
const MAX_RECTANGLES = 32

/**
 * What of a screen changed since one reader of it looked last. The rectangles cover all changes and some more pixels,
 * and may overlap.
 */
export class DirtyRegion {
  #rectangles: Rectangle[] = []

  get isEmpty(): boolean {
    return this.#rectangles.length === 0
  }

  /** @param changed within the screen; one without pixels is none */
  add(changed: Rectangle): void {
    if (areaOf(changed) === 0 || this.#rectangles.some((known) => isWithin(changed, known))) return
    let added = changed
    let rest = this.#rectangles
    // what was joined may now join with another one; each round leaves one rectangle less
    for (let partner = joining(added, rest); partner !== undefined; partner = joining(added, rest)) {
      const joined = partner
      added = around(added, joined)
      rest = rest.filter((known) => known !== joined)
    }
    const all = [...rest, added]
    this.#rectangles = all.length > MAX_RECTANGLES ? [all.reduce(around)] : all
  }

  /** What was added since the last time; from then on nothing is. */
  take(): readonly Rectangle[] {
    const rectangles = this.#rectangles
    this.#rectangles = []
    return rectangles
  }

  /** All of a screen of a new size; nothing outside of it. */
  addWhole(screen: ScreenSize): void {
    this.#rectangles = [wholeOf(screen)]
  }

  /** Leaves only what is within the given part. */
  clip(part: Rectangle): void {
    this.#rectangles = this.#rectangles.flatMap((known) => common(known, part) ?? [])
  }
}

/** One that together with the other needs no more pixels than both apart. */
function joining(one: Rectangle, others: readonly Rectangle[]): Rectangle | undefined {
  return others.find((other) => areaOf(around(one, other)) <= areaOf(one) + areaOf(other))
}
