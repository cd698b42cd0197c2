import type { taskKinds } from '@coldkeep/contract/areas/system'
import type { TaskId } from '@coldkeep/domain/ids'

export type TaskKind = (typeof taskKinds)[number]

/** Work that takes longer than a second and is resumed after a stop. */
export interface Task {
  readonly id: TaskId
  readonly kind: TaskKind
  /** What it is about; a key is worked on once. */
  readonly key: string
  readonly done: number
  readonly total: number
  /** Its position, as it was last saved; null at the start. */
  readonly position: unknown
}
