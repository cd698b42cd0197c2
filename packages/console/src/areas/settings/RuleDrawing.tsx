import type { WarningKind } from '@coldkeep/domain/alarms/early-warning-rules'
import styles from './settings.module.css'

/** The course of a score that each rule warns of, where it does so, and what it is measured against. */
const drawings: Readonly<
  Record<WarningKind, { readonly score: string; readonly limits: readonly number[]; readonly judged: string }>
> = {
  threshold: {
    score: 'M4 18 L34 22 L56 16 L78 34 L96 58 L118 62 L140 56 L162 64 L184 60',
    limits: [46],
    judged: 'M90 6 H184 V74 H90 Z',
  },
  falling: {
    score: 'M4 16 L30 13 L58 18 L84 20 L110 32 L136 48 L160 60 L184 64',
    limits: [14, 50],
    judged: 'M30 6 H184 V74 H30 Z',
  },
  oscillation: {
    score: 'M4 20 L24 18 L52 62 L84 14 L116 64 L148 16 L184 58',
    limits: [22, 56],
    judged: 'M20 6 H184 V74 H20 Z',
  },
}

/** Decorative: it adds nothing to the sentence next to it. */
export function RuleDrawing({ kind }: { readonly kind: WarningKind }) {
  const { score, limits, judged } = drawings[kind]
  return (
    <svg className={styles.drawing} viewBox="0 0 188 80" aria-hidden="true" focusable="false">
      <path d={judged} className={styles.judged} />
      {limits.map((y) => (
        <line key={y} x1="4" x2="184" y1={y} y2={y} className={styles.limit} />
      ))}
      <path d="M4 6 V74 H184" className={styles.axis} />
      <path d={score} className={styles.score} />
    </svg>
  )
}
