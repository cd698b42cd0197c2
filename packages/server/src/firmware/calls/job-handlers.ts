import {
  ANYWHERE,
  type FirmwarePlan,
  installationStates,
  REFRESH_SECONDS,
  type startFirmwareJob,
} from '@coldkeep/contract/areas/firmware-jobs'
import { Problem } from '@coldkeep/contract/problem'
import { planWaves } from '@coldkeep/domain/firmware/plan-waves'
import type { FirmwareImageId, JobId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { scopeOf } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import type { CallContext } from '../../calls/context'
import type { Db, Trx } from '../../db/connect'
import { openWave } from '../../jobs/job-queries'
import { cancelJob } from '../../jobs/jobs'
import type { FieldLink } from '../../terminals/field-link'
import { withdrawBoxInstalls } from '../box-install-queries'
import { type Candidate, countByDepartment, selectTreeStores } from '../candidate-queries'
import { type ChosenTargets, chooseTargets } from '../choose-targets'
import { expectEnd } from '../expect-end'
import { selectGates } from '../gate-queries'
import { type FirmwareImage, selectImage, selectImageOf } from '../image-queries'
import {
  countInstalls,
  lockOpenJob,
  lockStarts,
  type ShownFirmwareJob,
  selectFirmwareJob,
  selectFirmwareJobs,
  selectInstalls,
  selectJobsBeyond,
  selectTerminalsIn,
  updateFirmwareJob,
} from '../job-queries'
import { startFirmware } from '../start-job'
import { presentInstall, presentJob, presentWaveField, sumStates } from '../words/present-job'

type JobCall =
  | 'countFirmwareTerminals'
  | 'listFirmwareStores'
  | 'checkFirmwareTargets'
  | 'startFirmwareJob'
  | 'listFirmwareJobs'
  | 'getFirmwareJob'
  | 'pauseFirmwareJob'
  | 'resumeFirmwareJob'
  | 'cancelFirmwareJob'
  | 'rollBackFirmwareJob'
  | 'retryFirmwareJob'

/** What calls about jobs need. */
export interface FirmwareJobParts {
  readonly field: Pick<FieldLink, 'wakeJobs' | 'wake'>
}

/** A job that goes back, or is repeated, is for terminals that have had their waves: none of them waits for another. */
const AT_ONCE: FirmwarePlan['waves'] = [{ share: 1, least: 1 }]

/** A department with more is chosen from by numbers. */
const MOST_TREE_STORES = 500

const states = [...installationStates]

export function firmwareJobHandlers({ field }: FirmwareJobParts): Pick<Handlers, JobCall> {
  type ChangeCall = CallContext<typeof startFirmwareJob>
  const started = (token: JobId) => {
    field.wakeJobs()
    return { token, refreshSeconds: REFRESH_SECONDS }
  }

  return {
    countFirmwareTerminals: async ({ db, user, query: { type, vendorId = null } }) => ({
      departments: await countByDepartment(db, scopeOf(user), { type, vendorId }),
    }),

    listFirmwareStores: async ({ db, user, query: { type, vendorId = null, departmentId } }) => {
      const filter = { type, vendorId, departmentId, limit: MOST_TREE_STORES }
      const { rows, total } = await selectTreeStores(db, scopeOf(user), filter)
      return { stores: [...rows], total }
    },

    checkFirmwareTargets: async ({ db, user, body: { fileId, targets, plan } }) => {
      const image = await imageOf(db, fileId)
      const { chosen, leftOut, unknownNumbers, repeatedNumbers } = await chooseTargets(
        db,
        user,
        image,
        targets,
      )
      const waves = plan === undefined ? [] : planWaves(chosen, plan.waves)
      return {
        stores: new Set(chosen.map(({ storeId }) => storeId)).size,
        terminals: chosen.length,
        devices: chosen.reduce((sum, { devices }) => sum + devices, 0),
        waves: (plan?.waves ?? []).map((_, index) => waves.filter((wave) => wave === index + 1).length),
        ...leftOut,
        unknownNumbers: [...unknownNumbers],
        repeatedNumbers: [...repeatedNumbers],
      }
    },

    startFirmwareJob: async ({ db, user, body, clock }) => {
      const { type, fileId, targets, plan, note } = body
      const image = await imageOf(db, fileId)
      if (image.firmwareTypeId !== type)
        throw new Problem('firmware.other_type', { type: image.firmwareTypeId })
      checkUsable(image, clock.now())
      const jobId = await db.transaction().execute(async (trx) => {
        await lockStarts(trx)
        const { chosen, leftOut } = await chooseTargets(trx, user, image, targets)
        if (chosen.length === 0) throw noTargets(leftOut)
        const by = actorOf(user)
        return startFirmware(trx, { image, chosen, plan, note, isRollback: false, by, at: clock.now() })
      })
      return started(jobId)
    },

    listFirmwareJobs: async ({ db, user, query: { page, pageSize }, language, translate }) => {
      const scope = scopeOf(user)
      const { rows, total } = await selectFirmwareJobs(db, scope, {
        offset: (page - 1) * pageSize,
        limit: pageSize,
      })
      const jobIds = rows.map(({ jobId }) => jobId)
      const counts = await countInstalls(db, scope, jobIds)
      const beyond = await selectJobsBeyond(db, scope, jobIds)
      const jobs = rows.map((row) =>
        presentJob(
          row,
          counts.filter(({ jobId }) => jobId === row.jobId),
          { language, translate, seesEquipment: seesEquipment(user), seesStores: !beyond.has(row.jobId) },
        ),
      )
      return { jobs, total, page, pageSize }
    },

    getFirmwareJob: async ({
      db,
      user,
      query: { token, state, page, pageSize },
      language,
      translate,
      clock,
    }) => {
      const scope = scopeOf(user)
      const job = await jobOf(db, user, token)
      const now = clock.now()
      const counts = await countInstalls(db, scope, [token])
      const installs = await selectInstalls(db, scope, job, {
        state,
        states,
        offset: (page - 1) * pageSize,
        limit: pageSize,
      })
      const seesStores = !(await selectJobsBeyond(db, scope, [token])).has(token)
      const reader = { language, translate, seesEquipment: seesEquipment(user), seesStores }
      const gates = await selectGates(db, token)
      const waves = [...new Set(counts.map(({ wave }) => wave))].map((wave) => {
        const own = sumStates(counts.filter((one) => one.wave === wave))
        const terminals = own.reduce((sum, one) => sum + one.terminals, 0)
        return { wave, counts: own, terminals, fieldData: presentWaveField(wave, gates, reader) }
      })
      return {
        job: presentJob(job, counts, reader),
        plan: job.plan,
        waves,
        expectedEndAt: await expectEnd(db, job, now),
        stores: installs.map((install) => presentInstall(install, { plan: job.plan, translate, now })),
        total: counts.reduce(
          (sum, one) => sum + (state === 'all' || one.state === state ? one.terminals : 0),
          0,
        ),
        page,
        pageSize,
        refreshSeconds: REFRESH_SECONDS,
      }
    },

    pauseFirmwareJob: async (context) => {
      await change(context, context.body.token, 'firmware.pause', async (trx, { jobId, state }) => {
        if (state === 'paused') throw new Problem('firmware.job_state')
        await updateFirmwareJob(trx, jobId, { state: 'paused', pausedFor: null })
        await openWave(trx, jobId, 0)
      })
      return started(context.body.token)
    },

    resumeFirmwareJob: async (context) => {
      await change(context, context.body.token, 'firmware.resume', async (trx, { jobId, state, wave }) => {
        if (state !== 'paused') throw new Problem('firmware.job_state')
        await updateFirmwareJob(trx, jobId, {
          state: 'running',
          pausedFor: null,
          resumedAt: context.clock.now(),
        })
        await openWave(trx, jobId, wave)
      })
      return started(context.body.token)
    },

    cancelFirmwareJob: async (context) => {
      await change(context, context.body.token, 'firmware.cancel', (trx, job) =>
        cancel(trx, job, context.clock.now()),
      )
      return started(context.body.token)
    },

    rollBackFirmwareJob: async ({ db, user, body: { token }, clock }) => {
      const job = await jobOf(db, user, token)
      const scope = scopeOf(user)
      const updated = await selectTerminalsIn(db, scope, token, ['done'])
      const version = updated[0]?.fromVersion ?? null
      const image = version === null ? undefined : await selectImageOf(db, job.type, version)
      if (image === undefined) throw new Problem('firmware.no_targets')
      checkUsable(image, clock.now())
      const stores = [...new Set(updated.map(({ storeId }) => storeId))]
      const back = new Set(
        updated.filter(({ fromVersion }) => fromVersion === version).map((one) => one.terminalId),
      )
      const plan = { ...job.plan, waves: AT_ONCE, window: null, mayPostpone: false }
      const at = clock.now()
      const jobId = await db.transaction().execute(async (trx) => {
        await lockStarts(trx)
        const terminals = await chosenOf(trx, user, image, stores, back)
        const open = await lockOpenJob(trx, token)
        if (open !== null) {
          if ((await selectJobsBeyond(trx, scope, [token])).size > 0) throw new Problem('access.owner')
          await cancel(trx, open, at)
        }
        const draft = {
          image,
          chosen: terminals,
          plan,
          note: job.note,
          isRollback: true,
          by: actorOf(user),
          at,
        }
        return startFirmware(trx, draft)
      })
      field.wake()
      return started(jobId)
    },

    retryFirmwareJob: async ({ db, user, body: { token }, clock }) => {
      const job = await jobOf(db, user, token)
      const image = await imageOf(db, job.imageId)
      checkUsable(image, clock.now())
      const failed = await selectTerminalsIn(db, scopeOf(user), token, [
        'refused',
        'failed',
        'rolled_back',
        'lost',
      ])
      const ids = new Set(failed.map(({ terminalId }) => terminalId))
      const stores = [...new Set(failed.map(({ storeId }) => storeId))]
      if (stores.length === 0) throw new Problem('firmware.no_targets')
      const plan = { ...job.plan, waves: AT_ONCE }
      const { note, isRollback } = job
      const jobId = await db.transaction().execute(async (trx) => {
        await lockStarts(trx)
        const chosen = await chosenOf(trx, user, image, stores, ids)
        const by = actorOf(user)
        return startFirmware(trx, { image, chosen, plan, note, isRollback, by, at: clock.now() })
      })
      return started(jobId)
    },
  }

  /** Changes a job that has not ended, all of whose stores the caller sees. */
  async function change(
    { db, user, clock }: Pick<ChangeCall, 'db' | 'user' | 'clock'>,
    jobId: JobId,
    kind: string,
    work: (trx: Trx, job: ShownFirmwareJob) => Promise<void>,
  ): Promise<void> {
    const known = await jobOf(db, user, jobId)
    await db.transaction().execute(async (trx) => {
      const job = await lockOpenJob(trx, jobId)
      if (job === null) throw new Problem('firmware.job_state')
      if ((await selectJobsBeyond(trx, scopeOf(user), [jobId])).size > 0) throw new Problem('access.owner')
      await work(trx, job)
      await addAudit(trx, {
        at: clock.now(),
        by: actorOf(user),
        storeId: null,
        kind,
        subject: `${known.type} ${known.version}`,
        detail: { job: jobId },
        outcome: 'done',
      })
    })
    field.wake()
  }
}

/** @throws Problem where none of some terminals of stores can be updated now */
async function chosenOf(
  trx: Trx,
  user: SignedIn,
  image: FirmwareImage,
  stores: StoreId[],
  terminals: ReadonlySet<TerminalId>,
): Promise<readonly Candidate[]> {
  const { chosen, leftOut } = await chooseTargets(trx, user, image, { ...ANYWHERE, stores })
  const own = chosen.filter(({ terminalId }) => terminals.has(terminalId))
  if (own.length === 0) throw noTargets(leftOut)
  return own
}

function noTargets({ busy }: ChosenTargets['leftOut']): Problem {
  return new Problem(busy > 0 ? 'firmware.busy' : 'firmware.no_targets')
}

async function cancel(trx: Trx, { jobId }: ShownFirmwareJob, now: EpochMs): Promise<void> {
  await cancelJob(trx, jobId, now)
  await withdrawBoxInstalls(trx, jobId, now)
  await updateFirmwareJob(trx, jobId, { state: 'cancelled', pausedFor: null, nextWaveAt: null, endedAt: now })
}

function seesEquipment({ equipment }: SignedIn): boolean {
  return equipment.hidden.size === 0
}

function actorOf({ accountId, name }: SignedIn) {
  return { accountId, name }
}

async function imageOf(db: Db, id: FirmwareImageId): Promise<FirmwareImage> {
  const image = await selectImage(db, id)
  if (image === undefined) throw new Problem('firmware.image_unknown')
  return image
}

function checkUsable({ state, manifest }: FirmwareImage, now: number): void {
  if (state !== 'released' || manifest.expires <= now) throw new Problem('firmware.not_released')
}

async function jobOf(db: Db, user: SignedIn, jobId: JobId): Promise<ShownFirmwareJob> {
  const job = await selectFirmwareJob(db, scopeOf(user), jobId)
  if (job === null) throw new Problem('firmware.job_unknown')
  return job
}
