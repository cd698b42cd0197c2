import type { FridgeEntryRow } from '../entry-queries'

export function presentEntry({ fridgeEntryId, title, owner, canEdit, revision }: FridgeEntryRow) {
  return { id: fridgeEntryId, title, owner, canEdit, revision }
}

export function presentBrand(row: FridgeEntryRow) {
  const { contact, phone, address } = row
  return { ...presentEntry(row), contact, phone, address }
}

/** A brand with what became of its proposal. */
export function presentProposal(row: FridgeEntryRow) {
  const { state, proposer, proposedAt, reviewer, reviewedAt, reason } = row
  return { ...presentBrand(row), state, proposer, proposedAt, reviewer, reviewedAt, reason }
}
