import type { MeasuredKind } from './point'

/** In which unit the analyses read what is measured; kinds that are not here are shown as they come. */
const analysedUnits: Partial<Readonly<Record<MeasuredKind, string>>> = {
  air_temperature: '°C',
  product_temperature: '°C',
  evaporator_temperature: '°C',
  evaporating_temperature: '°C',
  outdoor_temperature: '°C',
  setpoint: '°C',
  superheat: 'K',
  differential: 'K',
  power: 'kW',
  energy: 'kWh',
  reactive_energy: 'kvarh',
  voltage: 'V',
  current: 'A',
  frequency: 'Hz',
}

/** By what a value of one unit is multiplied to be one of another. */
const factors: Readonly<Record<string, readonly [unit: string, multiplier: number, divisor: number]>> = {
  W: ['kW', 1, 1000],
  MW: ['kW', 1000, 1],
  Wh: ['kWh', 1, 1000],
  MWh: ['kWh', 1000, 1],
  varh: ['kvarh', 1, 1000],
  Mvarh: ['kvarh', 1000, 1],
  mV: ['V', 1, 1000],
  kV: ['V', 1000, 1],
  mA: ['A', 1, 1000],
  kHz: ['Hz', 1000, 1],
}

interface Scaled {
  readonly kind: MeasuredKind
  readonly unit: string
  readonly divisor: number
  readonly multiplier: number
}

/**
 * A node in the unit in which the analyses read its kind: power in W is read as kW, with the divisor that makes it so.
 * @returns null where no factor leads there, such as °F for an air temperature
 */
export function inAnalysedUnit<Node extends Scaled>(node: Node): Node | null {
  const analysedUnit = analysedUnits[node.kind]
  if (analysedUnit === undefined || analysedUnit === node.unit) return node
  const [unit, multiplier, divisor] = factors[node.unit] ?? []
  if (unit !== analysedUnit || multiplier === undefined || divisor === undefined) return null
  return { ...node, unit, multiplier: node.multiplier * multiplier, divisor: node.divisor * divisor }
}
