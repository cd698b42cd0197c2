import { beginProviderSignIn, finishProviderSignIn } from '@coldkeep/contract/areas/provider'
import { signIn } from '@coldkeep/contract/areas/session'
import type { Answer } from '@coldkeep/contract/call'
import { useState } from 'react'
import { CallProblem } from '../../api/call-problem'
import { exchange } from '../../api/transport'
import { pushTokenOf } from '../../site/push-owner'
import { beginSession } from '../../site/session'

export interface Credentials {
  readonly account: string
  readonly password: string
  /** One-time or recovery code, where the account requires one. */
  readonly code?: string
}

type SignedIn = Answer<typeof signIn>

/** What comes next: the console, or a code or a password of one's own before it. */
export type SignInStep =
  | { readonly kind: 'code'; readonly credentials: Credentials }
  | { readonly kind: 'done'; readonly user: SignedIn['user'] }
  | { readonly kind: 'newPassword'; readonly answer: SignedIn }

/**
 * Signs in, or attempts what else leads there; `problem` is why the last attempt failed. The server cache is not needed here,
 * so it is not loaded.
 */
export function useSignIn() {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<CallProblem | null>(null)

  async function attempt<Outcome>(work: () => Promise<Outcome>): Promise<Outcome | CallProblem> {
    setPending(true)
    setProblem(null)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error
      setProblem(error)
      return error
    } finally {
      setPending(false)
    }
  }

  return {
    isPending,
    problem,
    attempt,
    signIn: (credentials: Credentials) =>
      attempt(async (): Promise<SignInStep> => {
        const authorization = `Basic ${basic(credentials)}`
        const body = { pushToken: await pushTokenOf(credentials.account), code: credentials.code }
        try {
          const answer = await exchange(signIn, { body }, { headers: { authorization } })
          return answer.user.mustChangePassword ? { kind: 'newPassword', answer } : begin(answer)
        } catch (error) {
          const isCodeMissing = error instanceof CallProblem && error.code === 'session.code_required'
          if (!isCodeMissing || credentials.code !== undefined) throw error
          return { kind: 'code', credentials }
        }
      }),
    /** Leaves the console for the provider. */
    goToProvider: () =>
      attempt(async () => {
        const { address } = await exchange(beginProviderSignIn, { body: { link: false } })
        window.location.assign(address)
      }),
  }
}

/** Signs in with the answer of the provider; it is good once. */
export async function finishAtProvider(answer: string): Promise<SignInStep | CallProblem> {
  try {
    return begin(await exchange(finishProviderSignIn, { body: { answer } }))
  } catch (error) {
    if (error instanceof CallProblem) return error
    throw error
  }
}

/** The console begins with this answer. */
export function begin(answer: SignedIn): SignInStep {
  beginSession(answer)
  return { kind: 'done', user: answer.user }
}

/** Account and password in UTF-8, as RFC 7617 allows, so that any script may be used. */
function basic({ account, password }: Credentials): string {
  const bytes = new TextEncoder().encode(`${account}:${password}`)
  return btoa(String.fromCharCode(...bytes))
}
