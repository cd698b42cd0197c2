import type { Answer } from '@coldkeep/contract/call'
import type { calls } from '@coldkeep/contract/calls'
import { groupBy } from '@coldkeep/domain/group-by'
import type { ParameterApplyId } from '@coldkeep/domain/ids'
import {
  type Change,
  type ChangeDay,
  type ChangeFigure,
  changeFigures,
  judgeChange,
  meanChange,
} from '@coldkeep/domain/parameters/judge-change'
import { days, type EpochMs, epochMs, later } from '@coldkeep/domain/time/instant'
import { dayOfWeek, type LocalDate } from '@coldkeep/domain/time/local-date'
import type { Scope } from '../../access/scope'
import type { Db } from '../../db/connect'
import { presentPlaced } from '../words/present-apply'
import { selectPlacedDevices } from './candidate-queries'
import { DAYS_AFTER, type MeasuredDay, selectDaysAround, selectSetDevices } from './effect-queries'

type WireEffect = Answer<typeof calls.readApplyEffect>

const SATURDAY = 6
/** The days after the last one take until their evening. */
const WHOLE_AFTER_MS = days(DAYS_AFTER + 1)

/** What an apply did, of all devices that the scope shows and of each. */
export async function readEffect(
  db: Db,
  scope: Scope,
  id: ParameterApplyId,
  now: EpochMs,
): Promise<WireEffect> {
  const devices = await selectSetDevices(db, scope, id)
  const measured = groupBy(await selectDaysAround(db, devices), ({ position }) => position)
  const named = await selectPlacedDevices(
    db,
    devices.map(({ deviceId }) => deviceId),
  )
  const changes = devices.map((_, index) => {
    const own = measured.get(index + 1) ?? []
    return new Map(changeFigures.map((figure) => [figure, changeOf(own, figure)]))
  })
  const lastAt = Math.max(...devices.map(({ changedAt }) => changedAt))
  const wholeAt = devices.length === 0 ? null : later(epochMs(lastAt), WHOLE_AFTER_MS)
  return {
    wholeAt: wholeAt !== null && wholeAt > now ? wholeAt : null,
    devices: changes.filter((one) => [...one.values()].some(({ difference }) => difference !== null)).length,
    figures: changeFigures.map((figure) => {
      const all = changes.flatMap((one) => one.get(figure) ?? [])
      return { figure, ...(meanChange(all) ?? all[0] ?? NOTHING) }
    }),
    ofDevices: devices.flatMap(({ deviceId }, index) => {
      const device = named.get(deviceId)
      const own = changes[index]
      if (device === undefined || own === undefined) return []
      return [
        { ...presentPlaced(device), figures: [...own].map(([figure, change]) => ({ figure, ...change })) },
      ]
    }),
  }
}

const NOTHING = {
  ...{ verdict: 'not_proven', before: null, after: null, difference: null, low: null, high: null },
  ...{ daysBefore: 0, daysAfter: 0 },
} as const satisfies Change

function changeOf(own: readonly MeasuredDay[], figure: ChangeFigure): Change {
  const known = own.flatMap((day) => {
    const value = valueOn(day, figure)
    return value === null ? [] : [{ ...day, value, isWeekend: isWeekend(day.on) }]
  })
  const side = (isAfter: boolean): ChangeDay[] => known.filter((day) => day.isAfter === isAfter)
  return judgeChange(side(false), side(true))
}

function valueOn({ measured, meanC }: MeasuredDay, figure: ChangeFigure): number | null {
  switch (figure) {
    case 'energy':
      return measured.energyKwh
    case 'duty':
      return measured.runRatio
    case 'temperature':
      return meanC
  }
}

function isWeekend(on: LocalDate): boolean {
  return dayOfWeek(on) >= SATURDAY
}
