import type { PointLimitsRow } from '@coldkeep/contract/areas/limit-rules'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Column } from '../../kit/table/column'

/** A side that is switched off has no limit that counts. */
function sideText(limit: number, minutes: number): number | null {
  return minutes < 0 ? null : limit
}

/** An alarm rule, with low and high side by side. */
export const limitColumns = (t: Translate): readonly Column<PointLimitsRow>[] => {
  const limit = (short: string) => ({ kind: 'number', group: { title: t('scripts.limit'), short } }) as const
  const delay = (short: string) =>
    ({ kind: 'number', unit: 'min', group: { title: t('scripts.reportTime'), short } }) as const
  const minutesOf = (minutes: number) => (minutes < 0 ? t('scripts.off') : minutes)
  const [low, high] = [t('scripts.low'), t('scripts.high')]
  return [
    { key: 'point', title: t('scripts.point'), kind: 'text', value: (row) => row.pointName },
    { key: 'unit', title: t('instructions.unit'), kind: 'text', value: (row) => row.unit },
    {
      key: 'low',
      title: t('scripts.lowLimit'),
      value: (row) => sideText(row.lowLimit, row.lowDelayMinutes),
      ...limit(low),
    },
    {
      key: 'high',
      title: t('scripts.highLimit'),
      value: (row) => sideText(row.highLimit, row.highDelayMinutes),
      ...limit(high),
    },
    {
      key: 'lowDelay',
      title: t('scripts.lowDelay'),
      value: (row) => minutesOf(row.lowDelayMinutes),
      ...delay(low),
    },
    {
      key: 'highDelay',
      title: t('scripts.highDelay'),
      value: (row) => minutesOf(row.highDelayMinutes),
      ...delay(high),
    },
    {
      key: 'lostDelay',
      title: t('scripts.lostDelay'),
      value: (row) => minutesOf(row.lostDelayMinutes),
      ...delay(t('scripts.lost')),
    },
  ]
}
