import type { Theme } from '@coldkeep/contract/areas/preferences'
import type { FactorDemand } from '@coldkeep/domain/access/factor-demand'
import type { AccountId, DepartmentId, SignInId } from '@coldkeep/domain/ids'
import type { PersonalChannel } from '@coldkeep/domain/notices/notice-kind'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Language } from '@coldkeep/phrases/translate'
import type { ColumnType, Generated } from 'kysely'

type InstantByDefault = ColumnType<EpochMs, EpochMs | undefined, EpochMs>

interface AccountTable {
  accountId: Generated<AccountId>
  login: string
  name: string
  email: Generated<string>
  passwordHash: string
  departmentId: DepartmentId
  isEnabled: Generated<boolean>
  createdAt: InstantByDefault
  passwordChangedAt: InstantByDefault
  title: Generated<string>
  mobile: Generated<string>
  phone: Generated<string>
  /** `null`: not chosen yet, each browser has its own. */
  language: Language | null
  theme: Theme | null
  /** Counts the changes of what people edit. */
  revision: Generated<number>
  /** The password was set by someone else: no call is open before another one is chosen. */
  mustChangePassword: Generated<boolean>
  isEngineer: Generated<boolean>
  /** Until which day the paid alert service of an engineer runs. */
  alertServiceEndsOn: string | null
  /** That service is on. */
  hasAlertService: Generated<boolean>
  /** Of alarms that it sends, 1 for critical to 4 for low. */
  alertLowestRank: Generated<number>
  /** Cases of repair can be assigned to the engineer. */
  takesCases: Generated<boolean>
  /** Channels by which the account does not want to be notified. */
  silencedChannels: Generated<PersonalChannel[]>
}
interface SignInTable {
  signInId: Generated<SignInId>
  accountId: AccountId
  secretHash: Uint8Array
  previousSecretHash: Uint8Array | null
  renewedAt: InstantByDefault
  expiresAt: EpochMs
  createdAt: InstantByDefault
  address: Generated<string>
  browser: Generated<string>
  /** The provider that vouched for the sign-in; `null`: it was with account and password. */
  issuer: string | null
}
interface SignInFailureTable {
  signInFailureId: Generated<number>
  login: string
  address: string
  at: EpochMs
}
interface ServerKeyTable {
  purpose: string
  content: Uint8Array
  createdAt: InstantByDefault
}
interface SecondFactorTable {
  accountId: AccountId
  secret: Uint8Array
  /** `null` until a first code has shown that the device of its owner has it. */
  confirmedAt: EpochMs | null
  /** The half minute of the last code that was taken; none of it or before is taken again. */
  lastStep: Generated<number>
}
interface RecoveryCodeTable {
  accountId: AccountId
  codeHash: Uint8Array
}
interface MailedLinkTable {
  tokenHash: Uint8Array
  accountId: AccountId
  purpose: 'invitation' | 'password'
  createdAt: EpochMs
  expiresAt: EpochMs
}
interface MailingTable {
  mailingId: Generated<number>
  /** What is counted, and its subject: an address, an account. */
  counted: string
  subject: string
  at: EpochMs
}
interface ProviderIdentityTable {
  issuer: string
  /** What the provider calls whom the account belongs to, for good. */
  subject: string
  accountId: AccountId
  createdAt: EpochMs
}
interface ProviderVisitTable {
  stateHash: Uint8Array
  browserHash: Uint8Array
  nonce: string
  codeVerifier: string
  /** The sign-in whose account is to be linked; `null`: it is a new sign-in. */
  signInId: SignInId | null
  expiresAt: EpochMs
}
interface CompanyTable {
  companyId: Generated<number>
  name: string
  head: Generated<string>
  address: Generated<string>
  serviceEndsOn: string | null
  factorDemand: Generated<FactorDemand>
  levelNames: Generated<string>
  revision: Generated<number>
}

/** Accounts, how they sign in, and the company that they belong to. */
export interface AccountTables {
  account: AccountTable
  signIn: SignInTable
  signInFailure: SignInFailureTable
  serverKey: ServerKeyTable
  secondFactor: SecondFactorTable
  recoveryCode: RecoveryCodeTable
  mailedLink: MailedLinkTable
  mailing: MailingTable
  providerIdentity: ProviderIdentityTable
  providerVisit: ProviderVisitTable
  company: CompanyTable
}
