import type { taskKinds } from '@coldkeep/contract/areas/system'
import type { TaskId } from '@coldkeep/domain/ids'

export type TaskKind = (typeof taskKinds)[number]

/** Work that takes longer than a second and goes on where it stood after a stop. */
export interface Task {
  readonly id: TaskId
  readonly kind: TaskKind
  /** What it is about; a key is worked on once. */
  readonly key: string
  readonly done: number
  readonly total: number
  /** Where it stands, as whoever works on it left it; null at the start. */
  readonly position: unknown
}
