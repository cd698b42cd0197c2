import type { renewRepair } from '@coldkeep/contract/areas/repair'
import type { CallInput } from '../../api/transport'
import type { QueuedAnswer } from '../../site/queued-calls'
import { useLeft } from '../../site/use-left'
import { useWaitingOf } from '../../site/waiting'
import { keptRenewals, renewedBy } from './kept-renewal'
import type { Renewal, RepairEntry } from './renew-form'

interface Renewals {
  /** The case as it will be once those that wait on this device have arrived. */
  readonly renewed: Renewal
  /** Sends the one under `key`, or keeps it; each goes on from the one before it. */
  readonly sendBy: (input: CallInput<typeof renewRepair>) => Promise<QueuedAnswer<'renewal'> | null>
}

/**
 * How a case is renewed from this device, whether there is a connection or not.
 * @param key of the next one, which is no part of the case before it has arrived or is kept for later
 */
export function useRenewals(of: RepairEntry, key: string): Renewals {
  const left = useLeft()
  const kept = keptRenewals(useWaitingOf(of.key)).filter(({ id }) => id !== key)
  return {
    renewed: renewedBy(of, kept),
    sendBy: async (input) => {
      const { sendOrKeep } = await import('../../site/queue')
      const after = kept.at(-1)?.id ?? null
      const request = { id: key, kind: 'renewal', input, of: of.key, about: of.ticket, after } as const
      return sendOrKeep(request, { left: left() })
    },
  }
}
