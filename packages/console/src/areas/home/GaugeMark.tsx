import type { DashboardCard } from '@coldkeep/contract/wire/chart'
import { formatNumber } from '@coldkeep/phrases/format'
import { useLanguage, useText } from '../../kit/text'
import { AlarmMark } from '../../parts/AlarmMark'

export interface GaugeMarkProps {
  readonly value: number | null
  readonly size: 14 | 16
  /** Below them a gauge's label carries the shape of medium and high priority. */
  readonly classes: DashboardCard['chart']['classes']
}

/** The shape next to a connection rate that is too low, or that is not known; the ring itself keeps its colour. */
export function GaugeMark({ value, size, classes }: GaugeMarkProps) {
  const t = useText()
  const language = useLanguage()
  if (value === null) return <AlarmMark shape="none" size={size} />
  if (classes === undefined || value >= classes.good) return null
  const isPoor = value < classes.fair
  const limit = formatNumber(language, isPoor ? classes.fair : classes.good, { unit: '%' })
  return <AlarmMark shape={isPoor ? 2 : 3} size={size} label={t('kit.chart.belowLimit', { limit })} />
}
