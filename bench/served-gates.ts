import { randomBytes } from 'node:crypto'
import { hourOf } from '@coldkeep/domain/points/alive-minutes'
import { minuteBit } from '@coldkeep/domain/points/life-bits'
import { type EpochMs, epochMs, hours, later, minutes, seconds } from '@coldkeep/domain/time/instant'
import type { Database, Db, Session } from '@coldkeep/server/db/connect'
import { type StagedScan, stageTables } from '@coldkeep/server/storage/staging-queries'
import {
  type FieldHourDraft,
  type FieldStore,
  insertFieldHours,
  insertFieldLife,
  insertFieldScans,
  insertFieldStarts,
  insertFieldStores,
} from '@coldkeep/server/testing/field-stores'
import { uploadReleased } from '@coldkeep/server/testing/firmware-rig'
import { testSigners } from '@coldkeep/server/testing/make-release'
import { listening } from '@coldkeep/server/testing/many-stores'
import { NOON, type TestServer, testServer } from '@coldkeep/server/testing/test-server'
import { beginTargets, endInstalls, judgeWaves, startUpdate } from '@coldkeep/server/testing/update-rig'
import { sql } from 'kysely'
import {
  type BuildFault,
  drawCourse,
  makeStores,
  modelNames,
  type NoisyHour,
  type NoisyStore,
} from './field-noise'
import { THREE_WAVES } from './gate-trial'

/** In which form the database holds the readings. */
export type FieldForm = keyof typeof WATCHED_MINUTES

const TYPE = 'terminal-linux-x64'
const OLD = { type: TYPE, version: '1.1.0', boot: '00000000000000aa' }
/** From the order to the end of an installation. */
const INSTALLED_AFTER_MS = hours(1)
/** Those of a week are packed by the time of the judging, those of an hour are not. */
const WATCHED_MINUTES = { scans: 60, packed: 7 * 24 * 60 }
const planOf = (form: FieldForm) => ({
  waves: THREE_WAVES.map((wave) => ({ ...wave, least: 1 })),
  soak_minutes: WATCHED_MINUTES[form],
  max_fail_share: 0.05,
  max_fail_count: 3,
  window: null,
  rate: 2_000,
})
/** Waves begin so far apart that what is drawn for one does not reach into the next. */
const BETWEEN_WAVES_MS = hours(4)
const ALL_MINUTES = (1n << 60n) - 1n
const STORES_PER_STEP = 50
/** Rows are compared by their share: a part of them shows the same, where each poll has one at least. */
const SHARE_OF_ROWS = 0.3
const TABLES = [
  ...[
    'scan',
    'terminal_hour',
    'terminal_event',
    'firmware_gate',
    'firmware_install',
    'firmware_job',
    'job_target',
  ],
  ...['job', 'command', 'notice', 'point_list'],
]

interface ServedJob {
  readonly seed: number
  readonly stores: number
  readonly fault: BuildFault
  readonly form: FieldForm
}

interface ServedOutcome {
  /** After which wave the job paused; null: it never did. */
  readonly wave: number | null
  /** As people read it; empty: nothing. */
  readonly reason: string
  /** How long the judging of each wave took. */
  readonly judgedMs: readonly number[]
}

/** The real server, whose stores, readings and signs of life are made of drawn hours. */
export async function openServedGates({ kysely: database, openSession }: Database) {
  const session = await openSession(stageTables)
  const signers = testSigners(NOON)
  const server = await testServer({ database, releaseRoot: signers.root })
  const how = { version: '1.2.0', rollback: false, type: TYPE }
  const fileId = await uploadReleased(server, signers, how, randomBytes(100))
  return {
    run: async (job: ServedJob) => {
      await clear(database)
      server.clock.set(NOON)
      return runJob(server, session, fileId, job)
    },
    async close() {
      await server.close()
      await session.close()
    },
  }
}

async function clear(db: Db): Promise<void> {
  await sql.raw(`truncate ${TABLES.join(', ')}`).execute(db)
  for (const table of ['device', 'terminal_state', 'terminal', 'store'])
    await sql`delete from ${sql.table(table)} where store_id >= 10000`.execute(db)
}

async function runJob(
  server: TestServer,
  session: Session,
  fileId: string,
  { seed, stores: count, fault, form }: ServedJob,
): Promise<ServedOutcome> {
  const { db, clock, fleet } = server
  const noisy = makeStores(seed, count)
  const vendors = Object.values(fleet.vendors)
  const stores = await insertFieldStores(
    db,
    fleet.company,
    noisy.map(({ target, devices }) => ({
      hardware: target.hardware,
      vendorId: vendors[(target.vendorId as number) % vendors.length] ?? null,
      models: devices.map((device) => modelNames[device] as string),
    })),
    OLD,
  )
  const token = await startUpdate(server, { type: TYPE, file: fileId, plan: planOf(form) })
  const judgedMs: number[] = []
  for (let wave = 1; wave < THREE_WAVES.length; wave++) {
    const began = clock.now()
    await beginTargets(server)
    clock.set(later(began, INSTALLED_AFTER_MS))
    const updated = await endInstalls(server, '1.2.0', clock.now())
    await listening(db, later(began, -hours(2)), later(began, hours(3)))
    await writeField(session, {
      noisy,
      stores,
      updated,
      began,
      form,
      of: { seed, gate: wave, fault },
    })
    clock.set(later(began, INSTALLED_AFTER_MS + minutes(WATCHED_MINUTES[form] + 5)))
    const from = performance.now()
    await judgeWaves(server)
    judgedMs.push(performance.now() - from)
    const { job } = (await server.send('GET', `/api/v2/ver-update/status?token=${token}`, { as: 'admin' }))
      .body
    if (job.state === 'paused') return { wave, reason: job.paused_for, judgedMs }
    if (job.wave !== wave + 1)
      throw new Error(`after wave ${wave} the job is ${job.state} in wave ${job.wave}`)
    clock.set(nextHour(later(clock.now(), BETWEEN_WAVES_MS)))
  }
  return { wave: null, reason: '', judgedMs }
}

interface FieldWish {
  readonly noisy: readonly NoisyStore[]
  readonly stores: readonly FieldStore[]
  readonly updated: ReadonlySet<number>
  readonly began: EpochMs
  readonly form: FieldForm
  readonly of: { readonly seed: number; readonly gate: number; readonly fault: BuildFault }
}

/** The hour before and the hour after of all stores that are not done with. */
async function writeField(
  session: Session,
  { noisy, stores, updated, began, form, of }: FieldWish,
): Promise<void> {
  const db = session.kysely
  const done = await db.selectFrom('firmwareInstall').select('storeId').execute()
  const isPast = new Set<number>(
    done.map(({ storeId }) => storeId).filter((storeId) => !updated.has(storeId)),
  )
  const own = stores.flatMap((store, index) =>
    isPast.has(store.storeId) ? [] : [{ store, drawn: noisy[index] as NoisyStore }],
  )
  const after = later(began, INSTALLED_AFTER_MS)
  for (let start = 0; start < own.length; start += STORES_PER_STEP) {
    const scans: StagedScan[] = []
    const packed: FieldHourDraft[] = []
    const lives: Parameters<typeof insertFieldLife>[1][number][] = []
    const starts: Parameters<typeof insertFieldStarts>[1][number][] = []
    for (const { store, drawn } of own.slice(start, start + STORES_PER_STEP)) {
      const course = drawCourse(drawn, {
        ...of,
        isUpdated: updated.has(store.storeId),
        historyDays: 0,
        hour: 0,
      })
      for (const [at, hour] of [
        [later(began, -hours(1)), course.before],
        [after, course.after],
      ] as const) {
        if (form === 'scans') scans.push(...scansOf(store, at, hour))
        else packed.push(...hoursOf(store, at, hour))
        lives.push(...livesOf(store, at, hour))
        for (let number = 0; number < hour.restarts; number++)
          starts.push({ ...store, at: later(at, minutes(1 + 2 * number)) })
      }
    }
    await insertFieldScans(db, scans)
    await insertFieldHours(session, packed)
    await insertFieldLife(db, lives)
    await insertFieldStarts(db, starts)
  }
}

/** As many polls of each device as were answered, evenly over the hour, and as many values as the hour had. */
function hoursOf({ storeId, devices }: FieldStore, hourMs: EpochMs, hour: NoisyHour): FieldHourDraft[] {
  const inAll = hour.answered.reduce((sum, count) => sum + count, 0)
  const perPoll = (SHARE_OF_ROWS * hour.rowsPerMinute * 60) / Math.max(1, inAll)
  return devices.map(({ deviceId }, index) => {
    const answered = hour.answered[index] as number
    const at = Array.from(
      { length: answered },
      (_, place) => hourMs + minutes(Math.floor((60 * place) / answered)) + seconds(2),
    )
    const rest = at.slice(0, Math.round((perPoll % 1) * answered))
    return {
      ...{ storeId, deviceId, hourMs },
      timesMs: [...Array.from({ length: Math.floor(perPoll) }, () => at), ...(rest.length > 0 ? [rest] : [])],
    }
  })
}

/** The same as scans. */
function scansOf(store: FieldStore, from: EpochMs, hour: NoisyHour): StagedScan[] {
  const { storeId, devices } = store
  return hoursOf(store, from, hour).flatMap(({ timesMs }, index) =>
    (timesMs[0] ?? []).map((at) => ({
      ...{ storeId, ...(devices[index] as FieldStore['devices'][number]), at: epochMs(at) },
      ...{ counters: [], quality: null, values: timesMs.filter((own) => own.includes(at)).map(() => 3.5) },
      receivedAt: epochMs(at + Math.round(hour.outboxAgeMs)),
    })),
  )
}

/** The first minutes are lost; what happened in them came later. */
function livesOf({ storeId, terminalId }: FieldStore, from: EpochMs, { minutesLost }: NoisyHour) {
  const live = new Map<number, bigint>()
  for (let minute = 0; minute < 60; minute++) {
    const at = later(from, minutes(minute))
    const bits = live.get(hourOf(at)) ?? 0n
    live.set(hourOf(at), minute < minutesLost ? bits : bits | minuteBit(at))
  }
  return Array.from(live, ([hour, bits]) => ({
    ...{ storeId, terminalId, hour, live: bits, reported: ALL_MINUTES },
  }))
}

function nextHour(at: EpochMs): EpochMs {
  return epochMs(hourOf(later(at, hours(1))))
}
