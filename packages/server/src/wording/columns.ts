import type { WireColumn } from '@coldkeep/contract/wire/table'
import { roundHalfAwayFromZero } from '@coldkeep/domain/units'

export function textColumn(value: string): WireColumn {
  return { value, kind: 'text' }
}

/** Texts of any length, in several lines; addresses are one long word. */
export function wrappingColumn(value: string, wraps: WireColumn['wraps'] = 'words'): WireColumn {
  return { value, kind: 'text', wraps }
}

export function numberColumn(value: string, decimals: number, unit?: string): WireColumn {
  return { value, kind: 'number', decimals, ...(unit !== undefined && { unit }) }
}

/** A temperature, to a tenth of a degree. */
export function celsiusColumn(value: string): WireColumn {
  return numberColumn(value, 1, '°C')
}

export function percentColumn(value: string): WireColumn {
  return { value, kind: 'percent', unit: '%', decimals: 1 }
}

export function minutesColumn(value: string, decimals = 0): WireColumn {
  return { value, kind: 'minutes', unit: 'min', decimals }
}

/** A class, verdict or state in words. */
export function statusColumn(value: string): WireColumn {
  return { value, kind: 'status' }
}

/** As it is shown; no value stays none. */
export function rounded(value: number | null, decimals: number): number | null {
  return value === null ? null : roundHalfAwayFromZero(value, decimals)
}
