import type { DepartmentId, DeviceId, DeviceModelId, FridgeEntryId, ParameterProfileId } from '../ids'
import type { FirmwareRange } from './firmware'
import type { Parameter, ParameterGroup } from './parameter'

/** Kinds of parameter files: all parameters of a model, or those of one group. */
export const profileKinds = [
  'all',
  'regulation',
  'defrost',
  'fan',
  'compressor',
  'alarm',
  'other',
] as const satisfies readonly (ParameterGroup | 'all')[]
export type ProfileKind = (typeof profileKinds)[number]

/** What one parameter shall be. */
export interface ProfileValue {
  /** Of the parameter, in its model. */
  readonly code: string
  /** In the unit of the parameter. */
  readonly value: number
  /** Why it is so; may be empty. */
  readonly reason: string
  /** Profiles of departments below cannot set it otherwise. */
  readonly isLocked: boolean
}

/** Which devices a profile claims, beside its model and its department; `null`: whatever it is. */
export interface ProfileMatch {
  readonly fridgeBrandId: FridgeEntryId | null
  readonly fridgeTypeId: FridgeEntryId | null
  readonly fridgeLocationId: FridgeEntryId | null
}

/** How each device of one model shall be set, below a department. */
export interface ParameterProfile extends ProfileMatch, FirmwareRange {
  readonly id: ParameterProfileId
  readonly departmentId: DepartmentId
  /** How many departments are above its own. */
  readonly level: number
  readonly deviceModelId: DeviceModelId
  /** Only these; `null`: all that it claims otherwise. */
  readonly deviceIds: readonly DeviceId[] | null
  readonly kind: ProfileKind
  readonly version: number
  readonly values: readonly ProfileValue[]
}

/** What is wrong with a value of a profile: its model has no such parameter, or one of another group; out of bounds; between two steps. */
export type ProfileFault = 'unknown' | 'group' | 'range' | 'step' | 'twice'

/** What is wrong with the values of a profile, by their place. */
export function faultsOfProfile(
  kind: ProfileKind,
  values: readonly ProfileValue[],
  parameters: readonly Parameter[],
): ReadonlyMap<number, ProfileFault> {
  const known = new Map(parameters.map((parameter) => [parameter.code, parameter]))
  const seen = new Set<string>()
  const faults = new Map<number, ProfileFault>()
  for (const [index, { code, value }] of values.entries()) {
    const parameter = known.get(code)
    const fault = seen.has(code) ? 'twice' : faultOfValue(kind, parameter, value)
    if (fault !== null) faults.set(index, fault)
    seen.add(code)
  }
  return faults
}

/** True where a controller of this model can keep the value. */
export function isPossible(parameter: Parameter, value: number): boolean {
  return faultOfValue('all', parameter, value) === null
}

function faultOfValue(
  kind: ProfileKind,
  parameter: Parameter | undefined,
  value: number,
): ProfileFault | null {
  if (parameter === undefined) return 'unknown'
  if (kind !== 'all' && parameter.group !== kind) return 'group'
  if (value < parameter.lowest || value > parameter.highest) return 'range'
  return isOnStep(value, parameter.step) ? null : 'step'
}

/** Decimals are no binary fractions: 0.3 is three steps of 0.1. */
const STEP_TOLERANCE = 1e-6

function isOnStep(value: number, step: number): boolean {
  const steps = value / step
  return Math.abs(steps - Math.round(steps)) < STEP_TOLERANCE * Math.max(1, Math.abs(steps))
}
