import type { FleetDepartment } from './fleet'
import type { Country, Place } from './places'

/** Invented; it refers to no real chain. */
export const COMPANY = '星森集團 Hoshimori'
const chainNames: Readonly<Record<Country, string>> = { TW: '星森超商', JP: 'ほしもりマート' }
export const vendorNames = ['曜寒冷凍工程', '恆霜設備維修', '氷見沢冷機サービス'] as const

const SHOPS_PER_GROUP = 3

/**
 * The tree over the places: company, then country, region, prefecture, sales area, district, group.
 * @returns the departments, parents first, and for each place the position of its group.
 */
export function buildOrganisation(places: readonly Place[]): {
  departments: FleetDepartment[]
  groupOfPlace: number[]
} {
  const departments: FleetDepartment[] = [{ name: COMPANY, parentIndex: null, level: 0 }]
  const known = new Map<string, number>()
  const shopsOfDistrict = new Map<number, number>()

  const under = (parentIndex: number, name: string): number => {
    const key = `${parentIndex}/${name}`
    const found = known.get(key)
    if (found !== undefined) return found
    const level = (departments[parentIndex]?.level ?? 0) + 1
    departments.push({ name, parentIndex, level })
    known.set(key, departments.length - 1)
    return departments.length - 1
  }

  const groupOfPlace = places.map((place) => {
    const country = under(0, `${place.countryName} ${chainNames[place.country]}`)
    const prefecture = under(under(country, place.region), place.prefecture)
    const district = under(under(prefecture, place.area), place.district)
    const earlier = shopsOfDistrict.get(district) ?? 0
    shopsOfDistrict.set(district, earlier + 1)
    return under(district, groupName(place, Math.floor(earlier / SHOPS_PER_GROUP)))
  })
  return { departments, groupOfPlace }
}

/** The district as people say it in front of a shop's name. */
export function shortDistrict(place: Place): string {
  return place.district.replace(/^大阪市/, '').replace(/[區区]$/, '')
}

function groupName(place: Place, number: number): string {
  return place.country === 'TW'
    ? `${shortDistrict(place)}${['一', '二', '三', '四', '五', '六', '七', '八', '九'][number] ?? number + 1}組`
    : `${shortDistrict(place)}第${number + 1}グループ`
}
