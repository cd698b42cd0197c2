import { type EpochMs, epochMs } from '../time/instant'

/** What is known of one recipient of a message; each is `null` until it happened, and stays what it is from then on. */
export interface Receipt {
  /** A console or phone of theirs has taken it. */
  readonly deliveredAt: EpochMs | null
  /** They have had its text before them. */
  readonly openedAt: EpochMs | null
  /** They have said that they have read it: by their own clock. */
  readonly confirmedAt: EpochMs | null
  /** When that arrived here. */
  readonly receivedAt: EpochMs | null
}

/** A device of the recipient has taken it. */
export function delivered(receipt: Receipt, now: EpochMs): Receipt {
  return { ...receipt, deliveredAt: receipt.deliveredAt ?? now }
}

/** Whoever opens it has it. */
export function opened(receipt: Receipt, now: EpochMs): Receipt {
  const taken = delivered(receipt, now)
  return { ...taken, openedAt: receipt.openedAt ?? now }
}

/**
 * Whoever confirms it has opened it, at the latest then.
 * @param at by the clock of the reader, which may be wrong: not before it was sent or opened, and not after it arrived here
 */
export function confirmed(
  receipt: Receipt,
  { sentAt, at, now }: { readonly sentAt: EpochMs; readonly at: EpochMs; readonly now: EpochMs },
): Receipt {
  if (receipt.confirmedAt !== null) return receipt
  const earliest = receipt.openedAt ?? receipt.deliveredAt ?? sentAt
  const confirmedAt = epochMs(Math.max(earliest, Math.min(at, now)))
  return {
    deliveredAt: receipt.deliveredAt ?? confirmedAt,
    openedAt: receipt.openedAt ?? confirmedAt,
    confirmedAt,
    receivedAt: epochMs(Math.max(now, confirmedAt)),
  }
}
