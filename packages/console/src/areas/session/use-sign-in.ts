import { signIn } from '@coldkeep/contract/areas/session'
import { useMutation } from '@tanstack/react-query'
import type { CallProblem } from '../../api/call-problem'
import { queryClient } from '../../api/query-client'
import { exchange } from '../../api/transport'
import { beginSession } from '../../app/session'

interface Credentials {
  readonly account: string
  readonly password: string
}

/** Signs in; what another account may have left in the cache is forgotten. */
export function useSignIn() {
  return useMutation<void, CallProblem, Credentials>({
    mutationFn: async (credentials) => {
      const authorization = `Basic ${basic(credentials)}`
      const answer = await exchange(signIn, { body: { push_token: '' } }, { headers: { authorization } })
      queryClient.clear()
      beginSession(answer)
    },
    meta: { quiet: true },
  })
}

/** Account and password in UTF-8, as RFC 7617 allows, so that any script may be used. */
function basic({ account, password }: Credentials): string {
  const bytes = new TextEncoder().encode(`${account}:${password}`)
  return btoa(String.fromCharCode(...bytes))
}
