import type { ImageState } from '@coldkeep/contract/areas/firmware-images'
import type {
  FirmwareJobState,
  FirmwarePlan,
  InstallationState,
  WaveWait,
} from '@coldkeep/contract/areas/firmware-jobs'
import type { ReleaseManifest } from '@coldkeep/contract/mqtt/release'
import type { Release } from '@coldkeep/contract/mqtt/release-shape'
import type { BoxType } from '@coldkeep/domain/firmware/box-installation'
import type { FieldFinding } from '@coldkeep/domain/firmware/judge-field'
import type { Culprit } from '@coldkeep/domain/firmware/likely-culprit'
import type { AccountId, FirmwareImageId, JobId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ColumnType, Generated } from 'kysely'

type Json<Value> = ColumnType<Value, string, string>

interface FirmwareTypeTable {
  firmwareTypeId: string
  title: string
}

interface FirmwareImageTable {
  firmwareImageId: Generated<FirmwareImageId>
  firmwareTypeId: string
  version: string
  /** Of the file as it was uploaded. */
  name: string
  size: number
  /** Lower-case hexadecimal; the name of the file in the data folder. */
  sha256: string
  manifest: Json<ReleaseManifest>
  release: Json<Release>
  /** Lower-case hexadecimal, for programs of boxes that compare with them; null: uploaded before there were boxes. */
  sha1: string | null
  md5: string | null
  /** Of the list of keys that its release names. */
  keysNumber: number
  state: Generated<ImageState>
  accountId: AccountId | null
  uploadedBy: string
  uploadedAt: EpochMs
}

interface FirmwareUploadTable {
  firmwareUploadId: string
  firmwareTypeId: string
  name: string
  size: number
  sha256: string
  release: Json<Release>
  accountId: AccountId
  createdAt: EpochMs
  changedAt: EpochMs
}

/** More failed than a job allows. */
interface FailurePause {
  readonly kind: 'failed_share' | 'failed_count'
  readonly failed: number
  /** Of the wave. */
  readonly terminals: number
  /** On which the failures fall; `null`: on no one thing. Vendors by their names. */
  readonly about: Culprit | null
}

/** Updated terminals do worse than others. */
export interface FieldPause extends FieldFinding {
  readonly kind: 'field'
}

/** Why the service paused a job, as it is worded for readers. */
export type PauseReason = FailurePause | FieldPause

/** What the field data of a wave came to. */
export interface FieldGate {
  readonly wave: number
  readonly judgedAt: EpochMs
  /** How many there was enough for: with none nothing is known. `null`: something was found. */
  readonly comparisons: number | null
  /** Terminals that were looked at. */
  readonly updated: number
  readonly others: number
  readonly finding: FieldPause | null
}

interface FirmwareGateTable extends Omit<FieldGate, 'finding'> {
  readonly jobId: JobId
  readonly finding: ColumnType<FieldPause | null, string | null, never>
}

interface FirmwareJobTable {
  jobId: JobId
  firmwareImageId: FirmwareImageId
  plan: Json<FirmwarePlan>
  state: FirmwareJobState
  /** That is under way, from 1. */
  wave: Generated<number>
  nextWaveAt: EpochMs | null
  pausedFor: ColumnType<PauseReason | null, string | null | undefined, string | null>
  /** Of the wave that is under way. */
  waitsFor: Generated<WaveWait | null>
  /** When a person last went on with it: failures of before are known. */
  resumedAt: Generated<EpochMs | null>
  isRollback: Generated<boolean>
  endedAt: EpochMs | null
}

interface FirmwareInstallTable {
  storeId: StoreId
  jobId: JobId
  terminalId: TerminalId
  wave: number
  state: Exclude<InstallationState, 'waiting' | 'refused'>
  percent: number | null
  /** Null: a box polls for it. */
  commandId: string | null
  /** What ran when it was ordered, and the name of that start. */
  fromVersion: string | null
  fromBoot: string | null
  version: string
  /** From 1; a later one where a box has installed and not started again. */
  attempt: Generated<number>
  /** When a box reported success after its restart. */
  succeededAt: Generated<EpochMs | null>
  /** The box is to give it up. */
  isWithdrawn: Generated<boolean>
  errorCode: string | null
  errorText: string | null
  beganAt: EpochMs
  changedAt: EpochMs
}

/** Terminals that were left behind, of which people have been notified. */
interface OutdatedTerminalTable {
  storeId: StoreId
  terminalId: TerminalId
  version: string
  since: EpochMs
}

/** The system of a box below the terminal program, and how its program for updates signs in. */
interface BoxSystemTable {
  storeId: StoreId
  terminalId: TerminalId
  firmwareTypeId: BoxType
  /** Null: revoked. */
  tokenHash: Uint8Array | null
  tokenMadeAt: EpochMs
  tokenMadeBy: string
  /** Of the system that runs, and the name of its start, as the box reports them. */
  version: Generated<string | null>
  boot: Generated<string | null>
  attributes: ColumnType<Readonly<Record<string, string>>, string | undefined, string>
  reportedAt: Generated<EpochMs | null>
  polledAt: Generated<EpochMs | null>
  /** Since when nothing is asked of it; null: it is asked. */
  autoConfirmedAt: Generated<EpochMs | null>
  autoConfirmedBy: Generated<string | null>
  autoConfirmRemark: Generated<string | null>
  /** The job to which it has said yes. */
  confirmedJobId: Generated<JobId | null>
}

export interface FirmwareTables {
  firmwareType: FirmwareTypeTable
  firmwareImage: FirmwareImageTable
  firmwareUpload: FirmwareUploadTable
  firmwareJob: FirmwareJobTable
  firmwareInstall: FirmwareInstallTable
  firmwareGate: FirmwareGateTable
  outdatedTerminal: OutdatedTerminalTable
  boxSystem: BoxSystemTable
}
