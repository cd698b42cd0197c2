import { breachFilters, type listBreaches } from '@coldkeep/contract/areas/corrections'
import type { Input } from '@coldkeep/contract/call'
import type { AlarmId } from '@coldkeep/domain/ids'
import { isDay, offsetHere, shiftDay, todayHere } from '../../parts/day-period'
import { pathOf } from '../../parts/department-path'

/** What the filter of the list holds. */
export interface CorrectionChoice {
  /** Path of departments, as the address has it; empty for all. */
  readonly dep: string
  readonly show: (typeof breachFilters)[number]
  readonly first: string
  readonly last: string
}

const DEFAULT_DAYS = 30

export function choiceOf(parameters: Readonly<Record<string, string | undefined>>): CorrectionChoice {
  const today = todayHere(new Date())
  const { first = '', last = '', dep = '' } = parameters
  const isPeriod = isDay(first) && isDay(last) && first <= last
  return {
    dep,
    show: breachFilters.find((one) => one === parameters.show) ?? 'open',
    first: isPeriod ? first : shiftDay(today, 1 - DEFAULT_DAYS),
    last: isPeriod ? last : today,
  }
}

/** The same as parameters of the address; what holds anyhow is left out. */
export function addressOfChoice({
  dep,
  show,
  first,
  last,
}: CorrectionChoice): Record<string, string | undefined> {
  const isPeriod = show === 'period'
  return {
    dep: dep || undefined,
    show: show === 'open' ? undefined : show,
    first: isPeriod ? first : undefined,
    last: isPeriod ? last : undefined,
  }
}

export function queryOf(
  { dep, show, first, last }: CorrectionChoice,
  alarmId: AlarmId | null,
  search: string,
): Omit<Input<typeof listBreaches>['query'], 'page' | 'pageSize'> {
  return {
    departmentId: pathOf(dep).at(-1) ?? null,
    storeId: null,
    deviceId: null,
    alarmId,
    show,
    ...(show === 'period' && { start: `${first}T00:00:00`, end: `${last}T23:59:59` }),
    timezone: offsetHere(new Date()),
    search,
  }
}
