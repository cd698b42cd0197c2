import type { EquipmentRights } from '@coldkeep/domain/access/equipment'
import type { PageKey } from '@coldkeep/domain/access/page-key'
import type { AccountId, ApiKeyId, DepartmentId, SignInId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'

/** The caller, as the database has them at this moment. */
export interface SignedIn {
  readonly accountId: AccountId
  /** `null`: a machine with an API key. */
  readonly signInId: SignInId | null
  /** `null`: a person who has signed in. */
  readonly apiKeyId: ApiKeyId | null
  readonly login: string
  readonly name: string
  /** The top of what this account may see. */
  readonly departmentId: DepartmentId
  /** That department and all below it. */
  readonly departmentIds: readonly DepartmentId[]
  readonly pageKeys: ReadonlySet<PageKey>
  readonly equipment: EquipmentRights
  readonly signedInAt: EpochMs
  /** The provider vouched for this sign-in; it was made without a password. */
  readonly isByProvider: boolean
  /** Someone else set this account's password: it has to choose one before anything else. */
  readonly mustChangePassword: boolean
  /**
   * The company requires a second factor of this account, which has none yet: it has to set one up before
   * anything else.
   */
  readonly lacksFactor: boolean
}

/** On whose behalf something is written: the caller, or an account as it is now. */
export type Writer = Pick<SignedIn, 'accountId' | 'name' | 'departmentIds' | 'pageKeys' | 'equipment'>
