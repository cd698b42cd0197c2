import type { Call, Input } from '@coldkeep/contract/call'
import type { SiteConfig } from '@coldkeep/contract/config'
import type { EquipmentRights } from '@coldkeep/domain/access/equipment'
import type { PageKey } from '@coldkeep/domain/access/page-key'
import type { AccountId, ApiKeyId, DepartmentId, SignInId } from '@coldkeep/domain/ids'
import type { Clock, EpochMs } from '@coldkeep/domain/time/instant'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from '../accounts/open-provider'
import type { Alarms } from '../alarms/alarms'
import type { Db } from '../db/connect'
import type { ServerKeys } from '../db/server-keys'
import type { Downloads } from '../downloads/downloads'
import type { EvidenceKey } from '../evidence/evidence-key'
import type { Letters } from '../mail/letters'
import type { MailSender } from '../mail/mail-sender'
import type { Notices } from '../notices/notices'
import type { DrawingThreads } from '../storage/drawing-threads'
import type { FieldLink } from '../terminals/field-link'

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

/** What every handler may use. */
export interface Resources {
  readonly db: Db
  readonly clock: Clock
  readonly keys: ServerKeys
  readonly site: SiteConfig
  readonly alarms: Alarms
  readonly field: FieldLink
  readonly downloads: Downloads
  readonly drawing: DrawingThreads
  /** Signs packs of evidence. */
  readonly evidenceKey: EvidenceKey
  readonly notices: Notices
  /** `null`: no mail goes out. */
  readonly mail: MailSender | null
  readonly letters: Letters
  /** Who can say who somebody is beside account and password; `null`: nobody. */
  readonly provider: Provider | null
  /** Where people reach the console; what a request says of it is never believed. */
  readonly publicUrl: string | null
}

/** Everything a handler of the call `C` is given. Calls that need no token have no user. */
export interface CallContext<C extends Call> extends Input<C>, Resources {
  readonly user: C['access'] extends 'public' | 'credentials' ? null : SignedIn
  readonly language: Language
  readonly translate: Translate
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
