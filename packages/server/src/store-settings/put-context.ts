import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Translate } from '@coldkeep/phrases/keys'
import type { SignedIn } from '../access/signed-in'
import type { ChangedAlarm } from '../alarms/alarm-queries'
import type { Alarms } from '../alarms/alarms'
import type { Trx } from '../db/connect'
import type { NoticeMeans } from '../notices/read-target'
import type { FaultList } from './fault-list'

/** What writing the parts of a store needs. */
export interface PutContext {
  readonly alarms: Alarms
  readonly notices: NoticeMeans
  readonly trx: Trx
  readonly user: SignedIn
  readonly now: EpochMs
  readonly translate: Translate
  readonly faults: FaultList
  /** Alarms that ended on the way, to be published after the commit. */
  readonly ended: ChangedAlarm[]
}
