import type { FirmwarePlan } from '@coldkeep/contract/areas/firmware-jobs'
import type { FirmwareImageId, JobId } from '@coldkeep/domain/ids'
import { days, type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import type { PauseReason } from '../../db/firmware-tables'
import { FIRMWARE_JOB } from '../../firmware/firmware-job-kind'
import { insertImage, updateImageState } from '../../firmware/image-queries'
import { insertFirmwareJob } from '../../firmware/job-queries'
import { insertJob } from '../../jobs/job-queries'
import { testSigners } from '../make-release'
import type { TestServer } from '../test-server'
import type { TinyStore } from '../tiny-fleet'

export const TERMINAL_TYPE = 'terminal-linux-x64'

const plan: FirmwarePlan = {
  waves: [
    { share: 0.5, least: 1 },
    { share: 1, least: 1 },
  ],
  ...{ soakMinutes: 0, maxFailShare: 0, maxFailCount: 1, window: null, mayPostpone: true, rate: 10 },
}

/** A released image without its file: enough for all that only speaks of it. */
export async function insertReleased(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  version: string,
  type = TERMINAL_TYPE,
): Promise<FirmwareImageId> {
  const now = clock.now()
  const release = testSigners(now).sign(Buffer.from(version), { version, type })
  const sizes = { size: version.length, sha256: version.padStart(64, '0').replace(/[^0-9a-f]/g, '0') }
  const life = { made: now, expires: later(now, days(90)) }
  const manifest = {
    v: 1 as const,
    type,
    version,
    min: null,
    rollback: false,
    ...sizes,
    ...life,
  }
  const draft = {
    type,
    name: `${version}.tgz`,
    manifest,
    release,
    keysNumber: 1,
    hashes: { sha1: '', md5: '' },
  }
  return db.transaction().execute(async (trx) => {
    const by = { accountId: null, name: 'Ada' }
    const id = await insertImage(trx, { ...draft, by, at: now })
    if (id === null) throw new Error(`${version} is there already`)
    await updateImageState(trx, id, 'released')
    return id
  })
}

/** What a store has come to. */
export interface PlantedTarget {
  readonly store: TinyStore
  readonly wave: number
  readonly state: 'waiting' | 'done' | 'failed'
}

export interface PlantedUpdate {
  readonly imageId: FirmwareImageId
  readonly targets: readonly PlantedTarget[]
  readonly pausedFor: PauseReason
  readonly note: string
}

/** A job that the service has paused. */
export async function insertPausedUpdate(
  { db, clock, fleet }: Pick<TestServer, 'db' | 'clock' | 'fleet'>,
  { imageId, targets, pausedFor, note }: PlantedUpdate,
): Promise<JobId> {
  const at = clock.now()
  const by = { accountId: fleet.accounts.admin, name: 'Ada' }
  return db.transaction().execute(async (trx) => {
    const jobId = await insertJob(
      trx,
      { kind: FIRMWARE_JOB, input: { imageId, plan, note }, by, at },
      targets.map(({ store: { storeId, terminalId }, wave }) => ({ storeId, terminalId, wave })),
    )
    await insertFirmwareJob(trx, { jobId, imageId, plan, isRollback: false })
    const paused = { state: 'paused' as const, pausedFor: JSON.stringify(pausedFor) }
    await trx.updateTable('firmwareJob').set(paused).where('jobId', '=', jobId).execute()
    await trx.updateTable('job').set({ openWave: 0 }).where('jobId', '=', jobId).execute()
    for (const target of targets) {
      if (target.state === 'waiting') continue
      const { storeId, terminalId } = target.store
      const place = { storeId, jobId, terminalId }
      const row = { ...place, wave: target.wave, state: target.state, commandId: `${jobId}-${storeId}` }
      await trx
        .insertInto('firmwareInstall')
        .values({ ...row, ...ran(at, target.state) })
        .execute()
      await trx
        .updateTable('jobTarget')
        .set({ state: 'given', commandId: row.commandId })
        .where('jobId', '=', jobId)
        .where('storeId', '=', storeId)
        .execute()
    }
    return jobId
  })
}

function ran(at: EpochMs, state: 'done' | 'failed') {
  const error = { errorCode: state === 'failed' ? 'E_CONFIRM' : null, errorText: null }
  const before = { fromVersion: '1.1.0', fromBoot: '00000000000000aa', version: '1.2.0', percent: null }
  return { ...error, ...before, beganAt: later(at, -minutes(20)), changedAt: later(at, -minutes(5)) }
}
