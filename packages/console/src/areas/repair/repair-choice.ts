import type { listRepairCases } from '@coldkeep/contract/areas/repair'
import { repairOwners } from '@coldkeep/contract/areas/repair'
import { closeProposals } from '@coldkeep/contract/areas/repair-insight'
import type { Answer, Input } from '@coldkeep/contract/call'
import type { RepairProgressId } from '@coldkeep/domain/ids'
import { clockFromText } from '../../kit/field/clock-text'
import { isDay, offsetHere, shiftDay, todayHere } from '../../parts/day-period'
import { pathOf } from '../../parts/department-path'
import type { TimesChoice } from '../../parts/times-choice'

export type RepairCaseEntry = Answer<typeof listRepairCases>['records'][number]

/** Open cases whenever they were reported, or all of a period. */
export const shownCases = ['open', 'period'] as const

/** What the filter of the page holds. */
export interface RepairChoice extends TimesChoice {
  /** Path of departments, as the address has it; empty for all. */
  readonly dep: string
  readonly show: (typeof shownCases)[number]
  /** The id of a step, or `all`. */
  readonly progress: string
  readonly owner: (typeof repairOwners)[number]
  /** Of open cases. */
  readonly proposal: (typeof closeProposals)[number]
}

const DEFAULT_DAYS = 30
const FIRST_MINUTE = '00:00'
const LAST_MINUTE = '23:59'

export function choiceOf(parameters: Readonly<Record<string, string | undefined>>): RepairChoice {
  const today = todayHere(new Date())
  const { first = '', last = '', dep = '', progress = '' } = parameters
  const firstTime = clockFromText(parameters.firstTime ?? '') ?? FIRST_MINUTE
  const lastTime = clockFromText(parameters.lastTime ?? '') ?? LAST_MINUTE
  const isPeriod = isDay(first) && isDay(last) && `${first} ${firstTime}` <= `${last} ${lastTime}`
  return {
    dep,
    show: parameters.show === 'period' ? 'period' : 'open',
    progress: /^[1-9]\d{0,14}$/.test(progress) ? progress : 'all',
    owner: repairOwners.find((one) => one === parameters.owner) ?? 'all',
    proposal: closeProposals.find((one) => one === parameters.proposal) ?? 'all',
    first: isPeriod ? first : shiftDay(today, 1 - DEFAULT_DAYS),
    firstTime: isPeriod ? firstTime : FIRST_MINUTE,
    last: isPeriod ? last : today,
    lastTime: isPeriod ? lastTime : LAST_MINUTE,
  }
}

/** The same as parameters of the address; what holds anyhow is left out. */
export function addressOfChoice(choice: RepairChoice): Record<string, string | undefined> {
  const { dep, show, progress, owner, proposal, first, firstTime, last, lastTime } = choice
  const isPeriod = show === 'period'
  return {
    dep: dep || undefined,
    show: isPeriod ? show : undefined,
    progress: progress === 'all' ? undefined : progress,
    owner: owner === 'all' ? undefined : owner,
    proposal: proposal === 'all' || isPeriod ? undefined : proposal,
    first: isPeriod ? first : undefined,
    firstTime: isPeriod && firstTime !== FIRST_MINUTE ? firstTime : undefined,
    last: isPeriod ? last : undefined,
    lastTime: isPeriod && lastTime !== LAST_MINUTE ? lastTime : undefined,
  }
}

export function queryOf(
  choice: RepairChoice,
  search: string,
): Omit<Input<typeof listRepairCases>['query'], 'page' | 'pageSize'> {
  const { dep, show, progress, owner, proposal, first, firstTime, last, lastTime } = choice
  return {
    departmentId: pathOf(dep).at(-1) ?? null,
    ...(show === 'period' && { start: `${first}T${firstTime}:00`, end: `${last}T${lastTime}:59` }),
    timezone: offsetHere(new Date()),
    progressId: progress === 'all' ? null : (Number(progress) as RepairProgressId),
    deviceId: null,
    owner,
    proposal: show === 'period' ? 'all' : proposal,
    search,
  }
}
