import { signIn } from '@coldkeep/contract/areas/session'
import { useState } from 'react'
import { CallProblem } from '../../api/call-problem'
import { exchange } from '../../api/transport'
import { beginSession } from '../../app/session'

export interface Credentials {
  readonly account: string
  readonly password: string
}

/** Signs in; `problem` is why the last attempt failed. The server cache is not needed here, so it is not loaded. */
export function useSignIn() {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<CallProblem | null>(null)

  async function attempt(credentials: Credentials): Promise<CallProblem | null> {
    setPending(true)
    setProblem(null)
    try {
      const authorization = `Basic ${basic(credentials)}`
      beginSession(await exchange(signIn, { body: { push_token: '' } }, { headers: { authorization } }))
      return null
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error
      setProblem(error)
      return error
    } finally {
      setPending(false)
    }
  }
  return { isPending, problem, attempt }
}

/** Account and password in UTF-8, as RFC 7617 allows, so that any script may be used. */
function basic({ account, password }: Credentials): string {
  const bytes = new TextEncoder().encode(`${account}:${password}`)
  return btoa(String.fromCharCode(...bytes))
}
