import { useText } from '../kit/text'
import styles from './AlarmMark.module.css'

/** 1 critical, 2 high, 3 medium, 4 low, and the shape for missing data. */
export type AlarmShape = 1 | 2 | 3 | 4 | 'none'
export type AlarmState = 'active' | 'acknowledged' | 'returned' | 'shelved'

const shapePaths: Record<AlarmShape, string> = {
  1: 'M5.9 1h8.2L19 5.9v8.2L14.1 19H5.9L1 14.1V5.9z',
  2: 'M10 1.6a1.2 1.2 0 0 1 1.04.6l8 14.2a1.2 1.2 0 0 1-1.04 1.8H2a1.2 1.2 0 0 1-1.04-1.8l8-14.2A1.2 1.2 0 0 1 10 1.6z',
  3: 'M10 .9 19.1 10 10 19.1.9 10z',
  4: 'M10 1a9 9 0 1 1 0 18 9 9 0 0 1 0-18z',
  none: 'M10 1.1 17.7 5.55v8.9L10 18.9 2.3 14.45v-8.9z',
}
const digitBaselines: Record<AlarmShape, number> = { 1: 13.9, 2: 15.6, 3: 13.9, 4: 13.9, none: 13.9 }
const words = { 1: 'critical', 2: 'high', 3: 'medium', 4: 'low', none: 'noData' } as const

export interface AlarmMarkProps {
  readonly shape: AlarmShape
  readonly state?: AlarmState
  readonly size?: 12 | 14 | 16 | 20 | 24 | 32 | 48
  /** The word is already next to it, so the shape says nothing. */
  readonly silent?: boolean
  /** Says more than the priority's word: "below 98 %". */
  readonly label?: string
}

/** Shape, digit and colour together; each alone tells the priority. */
export function AlarmMark({ shape, state = 'active', size = 16, silent = false, label }: AlarmMarkProps) {
  const t = useText()
  const word = label ?? t(`kit.alarm.${words[shape]}`)
  const stateWord = state === 'active' ? '' : `, ${t(`kit.alarm.${state}`)}`
  return (
    <svg
      role="img"
      aria-label={`${word}${stateWord}`}
      aria-hidden={silent || undefined}
      className={styles.mark}
      data-shape={shape}
      data-state={state}
      width={size}
      height={size}
      viewBox="0 0 20 20"
    >
      <g className={styles.body}>
        <path className={styles.shape} d={shapePaths[shape]} />
        <text className={styles.digit} x="10" y={digitBaselines[shape]} textAnchor="middle">
          {shape === 'none' ? '?' : shape}
        </text>
      </g>
      {state === 'returned' && <Corner path="M12.4 15.6l2.2 2.2 4-4.6" />}
      {state === 'shelved' && <Corner path="M14.6 13.5v5.5M18.4 13.5v5.5" />}
    </svg>
  )
}

/** A small sign at the corner, set off from the shape by the colour of the surface. */
function Corner({ path }: { path: string }) {
  return (
    <>
      <path className={styles.gap} d={path} />
      <path className={styles.sign} d={path} />
    </>
  )
}
