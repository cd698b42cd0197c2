import { type RandomState, uniform } from '../random'
import type { Place } from './places'

/**
 * A number of places spread over the sales areas: each area in turn gives one, from few districts first, so that
 * departments hold a handful of shops instead of one each.
 * @throws RangeError when there are not enough places.
 */
export function choosePlaces(random: RandomState, places: readonly Place[], count: number): Place[] {
  if (count > places.length) throw new RangeError(`There are only ${places.length} places, not ${count}`)
  const areas = shuffled(random, [...new Set(places.map((place) => place.area))]).map((area) =>
    inDistrictOrder(
      random,
      places.filter((place) => place.area === area),
    ),
  )
  const chosen: Place[] = []
  for (let turn = 0; chosen.length < count; turn++) {
    for (const area of areas) {
      const place = area[turn]
      if (place && chosen.length < count) chosen.push(place)
    }
  }
  return chosen.sort((a, b) => places.indexOf(a) - places.indexOf(b))
}

/** Two shops of one district, two of the next, and so on; the rest after them. */
function inDistrictOrder(random: RandomState, places: readonly Place[]): Place[] {
  const districts = shuffled(random, [...new Set(places.map((place) => place.district))]).map((district) =>
    shuffled(
      random,
      places.filter((place) => place.district === district),
    ),
  )
  const first = districts.flatMap((district) => district.slice(0, 2))
  return [...first, ...districts.flatMap((district) => district.slice(2))]
}

export function shuffled<T>(random: RandomState, values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, key: uniform(random) }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
