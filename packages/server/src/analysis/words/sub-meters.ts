import type { WireChart } from '@coldkeep/contract/wire/chart'
import { meterShares } from '@coldkeep/domain/analysis/sub-meters'
import { percentOf } from '@coldkeep/domain/units'
import { formatNumber } from '@coldkeep/phrases/format'
import { rounded } from '../../wording/columns'
import { countText, percentText } from '../../wording/number-text'
import { palette } from '../../wording/palette'
import type { Words } from '../../wording/words'
import type { SubMeter } from '../sub-meter-queries'

/** A part of a day that is missing is not worth a word. */
const LEAST_MISSING_DAYS = 1

/** What each sub-meter counted of the energy of its store, and what none did. */
export function subMeterChart(
  mainKwh: number,
  periodDays: number,
  subMeters: readonly SubMeter[],
  { translate, language }: Words,
): WireChart {
  const amounts = subMeters.map(({ energyKwh }) => energyKwh)
  const { shares, otherKwh } = meterShares(mainKwh, amounts)
  const energy = (kwh: number) => formatNumber(language, kwh, { decimals: 0, unit: 'kWh' })
  const labelOf = ({ name, days, energyKwh }: SubMeter) =>
    days > periodDays - LEAST_MISSING_DAYS
      ? translate('electricity.comparison.subMeter', { name, energy: energy(energyKwh) })
      : translate('electricity.comparison.subMeterDays', {
          name,
          energy: energy(energyKwh),
          days: countText(language, Math.round(days)),
        })
  const title = translate('electricity.comparison.share')
  const bars = subMeters.map((one, index) => ({
    label: labelOf(one),
    values: [percentOf(shares[index] ?? null)],
    drill: { deviceId: String(one.deviceId) },
  }))
  const other = translate('electricity.comparison.other')
  const rest =
    otherKwh === null
      ? []
      : [
          {
            label: translate('electricity.comparison.subMeter', { name: other, energy: energy(otherKwh) }),
            values: [rounded((otherKwh / mainKwh) * 100, 1)],
          },
        ]
  return {
    type: 'bar',
    name: translate('electricity.comparison.subMeters'),
    axis: [translate('electricity.comparison.meter'), `${title} (%)`],
    data: [...bars, ...rest],
    color: [palette.normal],
    legend: [{ value: title, color: palette.normal }],
    unit: '%',
    decimals: 1,
    summary:
      otherKwh === null
        ? translate('electricity.comparison.subMetersAbove', { energy: energy(mainKwh) })
        : translate('electricity.comparison.subMetersSummary', {
            energy: energy(mainKwh),
            other: percentText(language, percentOf(otherKwh / mainKwh)),
          }),
  }
}
