import type { renewRepair } from '@coldkeep/contract/areas/repair'
import type { CallInput } from '../../api/transport'
import type { QueuedAnswer } from '../../site/queued-calls'
import { useLeft } from '../../site/use-left'
import { useWaitingOf, type WaitingRequest } from '../../site/waiting'
import { keptRenewals, renewedBy } from './kept-renewal'
import type { Renewal, RepairEntry } from './renew-form'

interface Renewals {
  /** Those that wait on this device. */
  readonly kept: readonly WaitingRequest[]
  /** The case as it will be once they have arrived. */
  readonly renewed: Renewal
  /** Sends one under its key, or keeps it; each goes on from the one before it. */
  readonly sendBy: (
    key: string,
  ) => (input: CallInput<typeof renewRepair>) => Promise<QueuedAnswer<'renewal'> | null>
}

/** How a case is renewed from this device, whether there is a connection or not. */
export function useRenewals(of: RepairEntry): Renewals {
  const left = useLeft()
  const kept = keptRenewals(useWaitingOf(of.key))
  return {
    kept,
    renewed: renewedBy(of, kept),
    sendBy: (key) => async (input) => {
      const { sendOrKeep } = await import('../../site/queue')
      const after = kept.at(-1)?.id ?? null
      const request = { id: key, kind: 'renewal', input, of: of.key, about: of.ticket, after } as const
      return sendOrKeep(request, { left: left() })
    },
  }
}
