import { Problem } from '@coldkeep/contract/problem'
import type { AccountId } from '@coldkeep/domain/ids'

/**
 * A refusal of a person whose identity the provider has confirmed; it goes into the audit, unlike what people
 * type.
 */
export class RefusedIdentity extends Problem {
  /** Whose account it was to be, where that is known. */
  readonly account: { readonly accountId: AccountId; readonly name: string } | null
  readonly detail: Readonly<Record<string, unknown>>

  constructor(
    { code, values }: Problem,
    account: RefusedIdentity['account'],
    detail: Readonly<Record<string, unknown>>,
  ) {
    super(code, values)
    this.account = account
    this.detail = detail
  }
}
