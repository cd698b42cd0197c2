import type { session } from '@coldkeep/contract/areas/session'
import { lacksFactor, mustChoosePassword } from '@coldkeep/domain/access/sign-in-demands'
import type { SignInId } from '@coldkeep/domain/ids'
import type { Clock } from '@coldkeep/domain/time/instant'
import type * as z from 'zod/mini'
import type { ServerKeys } from '../db/server-keys'
import type { KnownAccount } from './sign-in-queries'
import { signToken } from './token'

/** A sign-in that holds, and whose it is. */
export interface BegunSignIn extends KnownAccount {
  readonly signInId: SignInId
  /** The provider that vouched for the sign-in; `null`: it was with account and password. */
  readonly issuer: string | null
}

/** What a browser receives about the sign-in that it has just begun or renewed. */
export async function sessionAnswer(
  begun: BegunSignIn,
  { clock, keys }: { readonly clock: Clock; readonly keys: Pick<ServerKeys, 'token'> },
): Promise<z.output<typeof session>> {
  return {
    token: await signToken({ ...begun, lacksFactor: lacksFactor(begun) }, keys.token, clock),
    user: {
      name: begun.name,
      language: begun.language,
      theme: begun.theme,
      mustChangePassword: mustChoosePassword(begun),
    },
  }
}
