import type { DashboardCard } from '@coldkeep/contract/wire/chart'
import { changeOf } from '@coldkeep/domain/analysis/energy-comparison'
import { percentOf } from '@coldkeep/domain/units'
import { rounded } from '../../wording/columns'
import { changePercentText } from '../../wording/number-text'
import { palette } from '../../wording/palette'
import { instantText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { HomeEnergy } from '../collect-electricity'

/** Change of the corrected energy, and the energy of each part beside that before and that of last year. */
export function presentHomeEnergy(figures: HomeEnergy, words: Words): DashboardCard {
  const { translate, language } = words
  const { compare } = new Intl.Collator(language, { numeric: true })
  const { all, rise } = figures
  const change = percentOf(changeBetween(all.correctedKwh, all.referenceKwh))
  return {
    title: translate('electricity.comparison.title'),
    value: changePercentText(language, change),
    ...(all.stores > 0 && {
      note:
        change === null
          ? translate('electricity.comparison.home.none')
          : translate('electricity.comparison.home.note', { count: all.storesCorrected }),
    }),
    chart: {
      data: [...figures.parts]
        .sort((a, b) => compare(a.name, b.name))
        .map(({ name, drill, energyKwh, beforeKwh, lastYearKwh }) => ({
          label: name,
          values: [energyKwh, beforeKwh, lastYearKwh].map((value) => rounded(value, 0)),
          drill,
        })),
      unit: 'kWh',
      decimals: 0,
      legend: [
        { value: translate('electricity.comparison.period'), color: palette.normal },
        { value: translate('electricity.comparison.before'), color: palette.second },
        { value: translate('electricity.comparison.lastYear'), color: palette.other },
      ],
    },
    news:
      rise === null
        ? []
        : [
            translate('electricity.comparison.home.rise', {
              store: rise.name,
              change: changePercentText(
                language,
                percentOf(changeBetween(rise.correctedKwh, rise.referenceKwh)),
              ),
            }),
          ],
    computedAt: instantText(figures.computedAt),
  }
}

function changeBetween(correctedKwh: number | null, referenceKwh: number | null): number | null {
  return correctedKwh === null || referenceKwh === null ? null : changeOf({ correctedKwh, referenceKwh })
}
