import { listOwnMessages } from '@coldkeep/contract/areas/own-messages'
import type { Answer } from '@coldkeep/contract/call'
import { useCall } from '../../api/use-call'

const REFRESH_MS = 60_000
const FIRST_SHOWN = 20

type OwnMessages = Answer<typeof listOwnMessages>

/** What the account was notified of in the console; `undefined` until that is known. */
export function useOwnMessages(count: number = FIRST_SHOWN): OwnMessages | undefined {
  return useCall(
    listOwnMessages,
    { query: { count } },
    { refreshMs: REFRESH_MS, quiet: true, keepsPrevious: true },
  ).data
}
