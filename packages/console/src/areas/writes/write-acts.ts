import type { WireWrite } from '@coldkeep/contract/areas/writes'

/** What people do with a write. */
const writeActs = ['approve', 'reject', 'withdraw', 'undo'] as const
export type WriteAct = (typeof writeActs)[number]

const mayBe = {
  approve: ({ canDecide }: WireWrite) => canDecide,
  reject: ({ canDecide }: WireWrite) => canDecide,
  withdraw: ({ canWithdraw }: WireWrite) => canWithdraw,
  undo: ({ canUndo }: WireWrite) => canUndo,
} as const satisfies Record<WriteAct, (write: WireWrite) => boolean>

/** What the reader may do with it now. */
export function actsOn(write: WireWrite): readonly WriteAct[] {
  return writeActs.filter((act) => mayBe[act](write))
}
