import type { EquipmentRights } from '@coldkeep/domain/access/equipment'
import type { PageKey } from '@coldkeep/domain/access/page-key'
import type { AccountId, ApiKeyId, DepartmentId, SignInId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'

/** Who makes a call, as the database knows them at this moment. */
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
  /** The provider said who it is; no password was given for this sign-in. */
  readonly isByProvider: boolean
  /** Somebody else gave this account its password: it has to choose one before anything else. */
  readonly mustChangePassword: boolean
  /** The company asks a second factor of this account, which has none yet: it has to set one up before anything else. */
  readonly lacksFactor: boolean
}
