import { formatNumber } from '@coldkeep/phrases/format'
import { useLanguage, useText } from '../../kit/text'
import { AlarmMark } from '../../parts/AlarmMark'

/** Below these a gauge's label carries the shape of medium and high priority. */
const FAIR_BELOW = 98
const POOR_BELOW = 90

/** The shape next to a connection rate that is too low, or that is not known; the ring itself keeps its colour. */
export function GaugeMark({ value, size }: { value: number | null; size: 14 | 16 }) {
  const t = useText()
  const language = useLanguage()
  if (value === null) return <AlarmMark shape="none" size={size} />
  if (value >= FAIR_BELOW) return null
  const isPoor = value < POOR_BELOW
  const limit = formatNumber(language, isPoor ? POOR_BELOW : FAIR_BELOW, { unit: '%' })
  return <AlarmMark shape={isPoor ? 2 : 3} size={size} label={t('kit.chart.belowLimit', { limit })} />
}
