import type { WireWrite } from '@coldkeep/contract/areas/writes'

/** What people do with a write. */
export const writeActs = ['approve', 'reject', 'withdraw', 'undo'] as const
export type WriteAct = (typeof writeActs)[number]

const mayBe = {
  approve: ({ can_decide }: WireWrite) => can_decide,
  reject: ({ can_decide }: WireWrite) => can_decide,
  withdraw: ({ can_withdraw }: WireWrite) => can_withdraw,
  undo: ({ can_undo }: WireWrite) => can_undo,
} as const satisfies Record<WriteAct, (write: WireWrite) => boolean>

/** What the reader may do with it now. */
export function actsOn(write: WireWrite): readonly WriteAct[] {
  return writeActs.filter((act) => mayBe[act](write))
}
