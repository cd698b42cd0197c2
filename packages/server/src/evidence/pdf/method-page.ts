import { zoneLimits } from '@coldkeep/domain/analysis/zone-limits'
import { temperatureZones } from '@coldkeep/domain/organisation/device'
import type { Evidence } from '../evidence'
import type { PageWords } from './page-words'
import type { Sheet } from './sheet'

/** What the figures were held against, and how: for the zones that occur in the pack. */
export function drawMethod(sheet: Sheet, { devices, store }: Evidence, words: PageWords): void {
  const { translate } = words
  const used = new Set(devices.flatMap(({ days }) => days.map(({ zone }) => zone)))
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
    temperatureZones
      .filter((zone) => used.has(zone))
      .map((zone) => {
        const limits = zoneLimits(zone, store.country)
        return [
          { text: translate(`devices.zone.${zone}`), weight: 'bold' },
          { text: words.limits(limits.insuredLowC, limits.insuredHighC) },
          { text: words.limits(limits.legalLowC, limits.legalHighC) },
          { text: words.limits(limits.hardLowC, limits.hardHighC) },
          { text: words.minutes(limits.graceMinutes) },
          { text: String(limits.degreeMinutesMax) },
          { text: words.minutes(limits.lagMinutes) },
        ]
      }),
  )
  sheet.space(6)
  for (const key of ['methodProduct', 'methodGap', 'methodVerdict', 'methodMask'] as const) {
    sheet.paragraph(translate(`evidence.${key}`), { size: 8.5 })
    sheet.space(3)
  }
}
