import { type Priority, rankOf } from '@coldkeep/domain/alarms/priority'
import { AlarmMark, type AlarmShape, type AlarmState } from './AlarmMark'
import styles from './parts.module.css'

const SHAPES: readonly AlarmShape[] = [1, 2, 3, 4]

export interface PriorityCellProps {
  readonly priority: Priority
  readonly word: string
  readonly state?: AlarmState
}

/** The priority of an alarm in a table: its shape and its word. */
export function PriorityCell({ priority, word, state }: PriorityCellProps) {
  return (
    <span className={styles.priority}>
      <AlarmMark shape={SHAPES[rankOf(priority) - 1] ?? 4} state={state} silent />
      {word}
    </span>
  )
}
