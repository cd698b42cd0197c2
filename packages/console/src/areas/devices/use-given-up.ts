import { deviceGaps, gapManners } from '@coldkeep/contract/areas/field-health'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import type { LineBand } from '../../kit/chart/line-plot'
import type { TimeSpan } from '../../kit/chart/time-series'
import { useText } from '../../kit/text'
import type { DeviceAnswer } from './DeviceFacts'

const REFRESH_MS = 300_000
const NONE: readonly LineBand[] = []
/** Pale enough for a line over it to keep its contrast. */
const COLOR = 'color-mix(in srgb, var(--text-3) 24%, transparent)'

/** Times of which the terminal of a device had to give up readings, as bands that say how. */
export function useGivenUp(device: Pick<DeviceAnswer, 'id'>, { from, to }: TimeSpan): readonly LineBand[] {
  const t = useText()
  const { data } = useCall(
    deviceGaps,
    { params: { deviceId: device.id }, query: { start: from, end: to } },
    { keepsPrevious: true, staleMs: REFRESH_MS, quiet: true },
  )
  return useMemo(() => {
    if (data === undefined || data.gaps.length === 0) return NONE
    return gapManners.flatMap((how) => {
      const spans = data.gaps.filter((gap) => gap.how === how).map((gap) => ({ from: gap.from, to: gap.to }))
      const name = `${t('fieldHealth.given')}: ${t(`fieldHealth.gap.${how}`)}`
      return spans.length === 0 ? [] : [{ name, color: COLOR, spans }]
    })
  }, [data, t])
}
