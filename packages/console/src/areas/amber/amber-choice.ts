import type { DepartmentId } from '@coldkeep/domain/ids'
import { clockFromText } from '../../kit/field/clock-text'
import { isDay, offsetHere, shiftDay, todayHere } from '../../parts/day-period'
import { pathOf } from '../../parts/department-path'
import type { TimesChoice } from '../../parts/times-choice'
import type { AddressParameters } from '../../parts/use-address'

/** What was searched for. */
export interface AmberChoice extends TimesChoice {
  /** Path of departments, as the address has it; empty: nothing was searched for yet. */
  readonly dep: string
}

const DEFAULT_DAYS = 30
const FIRST_MINUTE = '00:00'
const LAST_MINUTE = '23:59'

/** The choice in the address; the last 30 days where it has no period. */
export function choiceOf(parameters: AddressParameters): AmberChoice {
  const today = todayHere(new Date())
  const { first = '', last = '', dep = '' } = parameters
  const firstTime = clockFromText(parameters.firstTime ?? '') ?? FIRST_MINUTE
  const lastTime = clockFromText(parameters.lastTime ?? '') ?? LAST_MINUTE
  const isPeriod = isDay(first) && isDay(last) && `${first} ${firstTime}` <= `${last} ${lastTime}`
  return isPeriod
    ? { dep, first, firstTime, last, lastTime }
    : {
        dep,
        first: shiftDay(today, 1 - DEFAULT_DAYS),
        firstTime: FIRST_MINUTE,
        last: today,
        lastTime: LAST_MINUTE,
      }
}

/** The same as the calls take it. */
export function periodOf({ first, firstTime, last, lastTime }: AmberChoice) {
  return {
    start: `${first}T${firstTime}:00`,
    end: `${last}T${lastTime}:59`,
    timezone: offsetHere(new Date()),
  }
}

export function departmentOf({ dep }: Pick<AmberChoice, 'dep'>): DepartmentId | null {
  return pathOf(dep).at(-1) ?? null
}
