import { isSame } from '../polling/fill-write'
import type { EpochMs } from '../time/instant'
import type { Parameter } from './parameter'

/** A parameter that was read with another value than before. */
export interface ChangedValue {
  readonly code: string
  readonly before: number
  readonly after: number
}

/** A value that was written from here to a parameter of the device. */
export interface OwnWrite {
  readonly code: string
  readonly value: number
  readonly at: EpochMs
}

/**
 * Who it could have been. `own`: a write of ours since the last reading · `reset`: the controller was reset or replaced, since
 * it has left for what it leaves the factory with · `keypad`: someone at the device, or another system on its bus.
 */
export const driftCauses = ['own', 'reset', 'keypad'] as const
export type DriftCause = (typeof driftCauses)[number]

/** What changed between two readings of a device, and who it could have been. */
export interface Drift {
  readonly cause: DriftCause
  readonly changes: readonly ChangedValue[]
}

/** Of the parameters whose factory value is known so many have it after a reset; our own choice. */
const FACTORY_SHARE = 0.8
/** Fewer could have it by chance. */
const LEAST_KNOWN = 4

/**
 * Tells what changed from one reading to the next; `null` where nothing did. Values that could not be read are left out.
 * @param ownWrites since the reading before
 */
export function judgeDrift(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  parameters: readonly Parameter[],
  ownWrites: readonly OwnWrite[],
): Drift | null {
  const changes = [...after].flatMap(([code, value]): ChangedValue[] => {
    const was = before.get(code)
    return was === undefined || isSame(value, was) ? [] : [{ code, before: was, after: value }]
  })
  if (changes.length === 0) return null
  const isOwn = ({ code, after: value }: ChangedValue) =>
    ownWrites.some((write) => write.code === code && isSame(value, write.value))
  const foreign = changes.filter((change) => !isOwn(change))
  if (foreign.length === 0) return { cause: 'own', changes }
  return { cause: isReset(foreign, after, parameters) ? 'reset' : 'keypad', changes: foreign }
}

/** All that changed went to its factory value, and most of the others have theirs. */
function isReset(
  changes: readonly ChangedValue[],
  after: ReadonlyMap<string, number>,
  parameters: readonly Parameter[],
): boolean {
  const factory = new Map(
    parameters.flatMap(({ code, factoryValue }) => {
      const value = after.get(code)
      return factoryValue === null || value === undefined ? [] : [[code, isSame(value, factoryValue)]]
    }),
  )
  const same = [...factory.values()].filter(Boolean).length
  return (
    factory.size >= LEAST_KNOWN &&
    same >= FACTORY_SHARE * factory.size &&
    changes.every(({ code }) => factory.get(code) !== false)
  )
}
