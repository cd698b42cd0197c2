import type { AccountEntry } from './account-form'

/** Which dialog of the table of accounts is open. */
export type OpenDialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'given'; readonly given: { readonly login: string; readonly password: string } }
  | { readonly kind: 'password' | 'codes' | 'provider'; readonly account: AccountEntry }
