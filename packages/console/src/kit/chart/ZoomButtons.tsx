import { IconButton } from '../IconButton'
import { useText } from '../text'
import styles from './chart.module.css'
import { panWindow, type TimeSpan, zoomWindow } from './time-series'

export interface ZoomButtonsProps {
  readonly window: TimeSpan
  readonly period: TimeSpan
  readonly onZoom: (window: TimeSpan | null) => void
}

/** Zoom and move without dragging. */
export function ZoomButtons({ window, period, onZoom }: ZoomButtonsProps) {
  const t = useText()
  const isWhole = window.from <= period.from && window.to >= period.to
  const zoom = (factor: number) => onZoom(zoomWindow(window, factor, period))
  const pan = (share: number) => onZoom(panWindow(window, share, period))
  return (
    <div className={styles.zoom} data-no-print>
      <IconButton size="small" icon="zoomIn" label={t('kit.chart.zoomIn')} onClick={() => zoom(0.5)} />
      {!isWhole && (
        <>
          <IconButton size="small" icon="zoomOut" label={t('kit.chart.zoomOut')} onClick={() => zoom(2)} />
          <IconButton
            size="small"
            icon="chevronLeft"
            label={t('kit.chart.panLeft')}
            onClick={() => pan(-0.5)}
          />
          <IconButton
            size="small"
            icon="chevronRight"
            label={t('kit.chart.panRight')}
            onClick={() => pan(0.5)}
          />
          <IconButton
            size="small"
            icon="refresh"
            label={t('kit.chart.resetZoom')}
            onClick={() => onZoom(null)}
          />
        </>
      )}
    </div>
  )
}
