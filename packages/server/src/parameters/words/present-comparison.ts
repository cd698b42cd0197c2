import type { Answer } from '@coldkeep/contract/call'
import type { calls } from '@coldkeep/contract/calls'
import type { ParameterProfileId } from '@coldkeep/domain/ids'
import type { ComparedParameter, Observed } from '@coldkeep/domain/parameters/compare'
import type { Parameter } from '@coldkeep/domain/parameters/parameter'
import type { WriteCounts } from '@coldkeep/domain/writes/wear'
import type { selectEvents } from '../event-queries'

type Detail = Answer<typeof calls.readParameterDevice>

interface Known {
  readonly parameters: readonly Parameter[]
  readonly compared: readonly ComparedParameter[]
  readonly observed: ReadonlyMap<string, Observed>
  /** Profiles that the reader sees. */
  readonly names: ReadonlyMap<ParameterProfileId, string>
  /** By the code of the parameter. */
  readonly wear: ReadonlyMap<string, WriteCounts>
  readonly life: number
}

const UNWRITTEN: WriteCounts = { today: 0, lastYear: 0, ever: 0 }

/** Each parameter of a device, and what changed by itself. */
export function presentComparison(
  { parameters, compared, observed, names, wear, life }: Known,
  events: Awaited<ReturnType<typeof selectEvents>>,
): Pick<Detail, 'parameters' | 'events'> {
  const known = new Map(parameters.map((parameter) => [parameter.code, parameter]))
  const desired = new Map(compared.map((one) => [one.desired.code, one]))
  const codes = [...known.keys(), ...[...desired.keys()].filter((code) => !known.has(code))]
  const named = (id: ParameterProfileId) => ({ id, name: names.get(id) ?? '' })
  return {
    parameters: codes.map((code) => {
      const one = desired.get(code)
      const { today, lastYear, ever } = wear.get(code) ?? UNWRITTEN
      return {
        code,
        parameter: known.get(code) ?? null,
        desired:
          one === undefined
            ? null
            : {
                ...{ value: one.desired.value, reason: one.desired.reason, isLocked: one.desired.isLocked },
                profile: { ...named(one.desired.profileId), version: one.desired.version },
                rivals: one.desired.rivals.map(named),
              },
        observed: observed.get(code) ?? null,
        state: one?.state ?? null,
        wear: { today, lastYear, left: Math.max(0, life - ever) },
      }
    }),
    events: events.map(({ changes, ...event }) => ({
      ...event,
      changes: changes.map((change) => {
        const parameter = known.get(change.code)
        return { ...change, name: parameter?.name ?? change.code, unit: parameter?.unit ?? '' }
      }),
    })),
  }
}
