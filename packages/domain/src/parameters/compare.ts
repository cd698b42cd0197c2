import { type Quality, quality } from '../points/reading'
import { isSame } from '../polling/fill-write'
import type { EpochMs } from '../time/instant'
import type { Desired } from './claim'
import type { Parameter } from './parameter'
import { isPossible } from './profile'

/** What was last read of a parameter. */
export interface Observed {
  /** `null` where that failed. */
  readonly value: number | null
  readonly quality: Quality
  readonly at: EpochMs
}

/**
 * How a parameter stands. `same`, `differs` · `unknown`: not read yet, or not answered · `absent`: the device refuses to show
 * it, so its firmware does not have it · `impossible`: what is wanted is out of the bounds of the model, between two
 * steps, or the model does not have it any more · `rivals`: two profiles claim it with different values.
 */
export const parameterStates = ['rivals', 'impossible', 'absent', 'differs', 'unknown', 'same'] as const
export type ParameterState = (typeof parameterStates)[number]

/** One wanted parameter of a device. */
export interface ComparedParameter {
  readonly desired: Desired
  /** `null`: the model does not have it. */
  readonly parameter: Parameter | null
  readonly observed: Observed | null
  readonly state: ParameterState
}

/** What is wanted of a device against what was read, in the order of the parameters of its model. */
export function compareDevice(
  desired: ReadonlyMap<string, Desired>,
  parameters: readonly Parameter[],
  observed: ReadonlyMap<string, Observed>,
): readonly ComparedParameter[] {
  const known = new Map(parameters.map((parameter) => [parameter.code, parameter]))
  const codes = [...known.keys(), ...[...desired.keys()].filter((code) => !known.has(code))]
  return codes.flatMap((code): ComparedParameter[] => {
    const one = desired.get(code)
    if (one === undefined) return []
    const parameter = known.get(code) ?? null
    const read = observed.get(code) ?? null
    return [{ desired: one, parameter, observed: read, state: stateOf(one, parameter, read) }]
  })
}

/** The worst state of the parameters of a device; `null` where nothing is wanted of it. */
export function deviceState(compared: readonly ComparedParameter[]): ParameterState | null {
  return parameterStates.find((state) => compared.some((one) => one.state === state)) ?? null
}

function stateOf(desired: Desired, parameter: Parameter | null, read: Observed | null): ParameterState {
  if (desired.rivals.length > 0) return 'rivals'
  if (parameter === null || !isPossible(parameter, desired.value)) return 'impossible'
  if (read?.quality === quality.exception) return 'absent'
  if (read === null || read.value === null || read.quality !== quality.good) return 'unknown'
  return isSame(read.value, desired.value) ? 'same' : 'differs'
}
