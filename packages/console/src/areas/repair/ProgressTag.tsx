import { StatusTag } from '../../kit/StatusTag'
import type { RepairCaseEntry } from './repair-choice'

const statuses = { open: 'running', done: 'done' } as const

/** A step of progress in words, with the shape of its phase; one of a case that was none has no shape. */
export function ProgressTag({ progress: { title, phase } }: Pick<RepairCaseEntry, 'progress'>) {
  return phase === 'void' ? title : <StatusTag status={statuses[phase]} word={title} />
}
