import type { Translate } from '@coldkeep/phrases/keys'
import { clockFromText } from '../kit/field/clock-text'
import type { FieldFaults } from '../kit/form/use-shown-faults'
import { isDay } from './day-period'

/** From a time of one day to a time of another: `YYYY-MM-DD` and `HH:MM`, or as they are being typed. */
export interface TimesDraft {
  readonly first: string | null
  readonly firstTime: string
  readonly last: string | null
  readonly lastTime: string
}

export interface TimesChoice extends TimesDraft {
  readonly first: string
  readonly last: string
}

/** Both days and their times have to be chosen, the later ones last. */
export function faultsOfTimes({ first, firstTime, last, lastTime }: TimesDraft, t: Translate): FieldFaults {
  const dayFault = (day: string | null) => {
    if (day === null) return t('kit.field.required')
    return isDay(day) ? null : t('kit.field.notDate')
  }
  const timeFault = (time: string) => {
    if (time.trim() === '') return t('kit.field.required')
    return clockFromText(time) === null ? t('notices.record.notTime') : null
  }
  const isTurned = first !== null && isDay(first) && last !== null && last < first
  const from = clockFromText(firstTime)
  const to = clockFromText(lastTime)
  const isTimeTurned = first !== null && first === last && from !== null && to !== null && to < from
  const faults = {
    first: dayFault(first),
    firstTime: timeFault(firstTime),
    last: dayFault(last) ?? (isTurned ? t('kit.field.beforeFirst', { limit: first }) : null),
    lastTime: timeFault(lastTime) ?? (isTimeTurned ? t('notices.record.beforeFirst') : null),
  }
  return Object.fromEntries(
    Object.entries(faults).filter((fault): fault is [string, string] => fault[1] !== null),
  )
}

/** Times may still be as they were typed: Enter sends a form from within a field. */
export function writtenOut<Times extends TimesDraft>(times: Times): Times {
  const written = (time: string) => clockFromText(time) ?? time
  return { ...times, firstTime: written(times.firstTime), lastTime: written(times.lastTime) }
}
