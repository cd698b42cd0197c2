import { isDeepStrictEqual } from 'node:util'
import type { ZoneLimits } from '@coldkeep/domain/analysis/zone-limits'
import { type TemperatureZone, temperatureZones } from '@coldkeep/domain/organisation/device'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { Sheet } from '../../paper/sheet'
import type { Evidence } from '../evidence'
import type { PageWords } from './page-words'

/** What the figures were held against, and how: for the zones that occur in the pack. */
export function drawMethod(sheet: Sheet, { devices }: Evidence, words: PageWords): void {
  const { translate } = words
  sheet.space(18)
  sheet.heading(translate('evidence.method'))
  sheet.table(
    [
      { title: translate('evidence.zoneColumn'), share: 16 },
      { title: translate('evidence.legendLimit'), share: 22 },
      { title: translate('evidence.legal'), share: 16 },
      { title: translate('evidence.hard'), share: 16 },
      { title: translate('evidence.grace'), share: 12, align: 'right' },
      { title: translate('evidence.degreeMinutesMax'), share: 12, align: 'right' },
      { title: translate('evidence.lag'), share: 12, align: 'right' },
    ],
    temperatureZones.flatMap((zone) => {
      const stretches = limitsOfZone(devices, zone)
      return stretches.map(({ first, last, limits }) => {
        const days = stretches.length === 1 ? '' : `, ${first} – ${last}`
        return [
          { text: `${translate(`devices.zone.${zone}`)}${days}`, weight: 'bold' as const },
          { text: words.limits(limits.insuredLowC, limits.insuredHighC) },
          { text: words.limits(limits.legalLowC, limits.legalHighC) },
          { text: words.limits(limits.hardLowC, limits.hardHighC) },
          { text: words.minutes(limits.graceMinutes) },
          { text: String(limits.degreeMinutesMax) },
          { text: words.minutes(limits.lagMinutes) },
        ]
      })
    }),
  )
  sheet.space(6)
  for (const key of ['methodProduct', 'methodGap', 'methodVerdict', 'methodMask'] as const) {
    sheet.paragraph(translate(`evidence.${key}`), { size: 8.5 })
    sheet.space(3)
  }
}

interface HeldLimits {
  readonly first: LocalDate
  readonly last: LocalDate
  readonly limits: ZoneLimits
}

/** What held in a zone over the days of a pack: one row, and another from each day on which something else was chosen. */
function limitsOfZone(devices: Evidence['devices'], zone: TemperatureZone): HeldLimits[] {
  const days = devices.flatMap((device) => device.days).filter((day) => day.zone === zone)
  const held: HeldLimits[] = []
  for (const { on, limits } of days.sort((a, b) => (a.on < b.on ? -1 : 1))) {
    const before = held.at(-1)
    if (before !== undefined && isDeepStrictEqual(before.limits, limits))
      held[held.length - 1] = { ...before, last: on }
    else held.push({ first: on, last: on, limits })
  }
  return held
}
