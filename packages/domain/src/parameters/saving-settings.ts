import type { Parameter } from './parameter'

/** Parameters that savings are about. */
const savingSettings = ['set_point', 'defrost_interval', 'anti_sweat'] as const
export type SavingSetting = (typeof savingSettings)[number]

/** Model files name these so; the set point is known by the kind of its node. */
const namedSettings = [
  { setting: 'defrost_interval', code: 'defrost-interval', unit: 'h' },
  { setting: 'anti_sweat', code: 'anti-sweat', unit: '%' },
] as const satisfies readonly { setting: SavingSetting; code: string; unit: string }[]

/** Which parameters of a model are which; one that two could be is none. */
export function savingSettingsOf(parameters: readonly Parameter[]): ReadonlyMap<SavingSetting, Parameter> {
  const found = new Map<SavingSetting, Parameter>()
  const setPoints = parameters.filter(({ isSetPoint, unit }) => isSetPoint && unit === '°C')
  if (setPoints.length === 1 && setPoints[0] !== undefined) found.set('set_point', setPoints[0])
  for (const { setting, code, unit } of namedSettings) {
    const parameter = parameters.find((one) => one.code === code && one.unit === unit)
    if (parameter !== undefined) found.set(setting, parameter)
  }
  return found
}
