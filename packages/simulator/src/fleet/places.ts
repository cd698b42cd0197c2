import { readFileSync } from 'node:fs'
import { type WeatherStationName, weatherStations } from '../physics/weather'

export type Country = 'TW' | 'JP'

/**
 * A street where a shop may be, with the sales organisation above it. Names in the language of the country.
 */
export interface Place {
  readonly country: Country
  readonly countryName: string
  readonly region: string
  readonly prefecture: string
  readonly area: string
  readonly district: string
  readonly street: string
  readonly weather: WeatherStationName
}

/** All places of one country, in the order of the file. */
export function placesOf(country: Country): Place[] {
  const text = readFileSync(new URL('../../places/places.tsv', import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(parsePlace)
    .filter((place) => place.country === country)
}

function parsePlace(line: string): Place {
  const [
    country,
    countryName = '',
    region = '',
    prefecture = '',
    area = '',
    district = '',
    street = '',
    weather,
  ] = line.split('\t')
  if (country !== 'TW' && country !== 'JP') throw new Error(`Unknown country in places.tsv: ${line}`)
  if (weather === undefined || !isStation(weather))
    throw new Error(`Unknown weather station in places.tsv: ${line}`)
  return { country, countryName, region, prefecture, area, district, street, weather }
}

function isStation(name: string): name is WeatherStationName {
  return name in weatherStations
}
