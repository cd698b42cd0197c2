import { isState } from '@coldkeep/domain/points/point'
import { formatNumber } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import type { LivePoint } from './device-curves'

/** The name of a point: its quantity in the reader's language; the maker's word where the quantity is not known. */
export function pointTitle(point: LivePoint, points: readonly LivePoint[], t: Translate): string {
  if (point.kind === 'other') return point.name
  const alike = points.filter((other) => other.kind === point.kind)
  const title = t(`devices.kind.${point.kind}`)
  return alike.length > 1 ? `${title} (${point.name})` : title
}

/** A value as people read it: a state in words, a quantity with the decimals that its unit deserves. */
export function pointValue(point: LivePoint, value: number | null, language: Language, t: Translate): string {
  if (value !== null && isState(point.kind)) {
    const isOn = value >= 0.5
    if (point.kind === 'door') return t(isOn ? 'devices.page.open' : 'devices.page.closed')
    return t(isOn ? 'devices.page.on' : 'devices.page.off')
  }
  return formatNumber(language, value, { decimals: decimalsOf(point.unit), unit: point.unit })
}

export function decimalsOf(unit: string): number {
  if (unit === '') return 2
  return unit === 'V' || unit === 'kWh' || unit === 'kvarh' || unit === '°C' || unit === 'K' || unit === '%'
    ? 1
    : 2
}
