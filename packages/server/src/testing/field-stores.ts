import type {
  DepartmentId,
  DeviceId,
  PointId,
  PointListId,
  StoreId,
  TerminalId,
  VendorId,
} from '@coldkeep/domain/ids'
import { hourOf } from '@coldkeep/domain/points/alive-minutes'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Session } from '../db/connect'
import { instantText } from '../db/instants'
import { upsertStagedHours } from '../storage/hour-queries'
import { type HourRow, hourRow } from '../storage/pack-hours'
import { createHourPartitions, createScanPartitions } from '../storage/partitions'
import { copyScans, type StagedScan, stageHours } from '../storage/staging-queries'

export interface FieldStoreDraft {
  readonly hardware: string
  readonly vendorId: VendorId | null
  /** Brand and model of each device. */
  readonly models: readonly string[]
}

/** A store with one terminal that polls devices once a minute. */
export interface FieldStore {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly devices: readonly {
    readonly deviceId: DeviceId
    readonly pointListId: PointListId
    readonly model: string
  }[]
}

/** Above those of the tiny fleet. */
const FIRST_STORE = 10_000
const FIRST_DEVICE = 100_000
const POLL_SECONDS = 60
const MOST_POINTS = 100

/** Stores made in one go; one terminal each, which is online and can be updated. */
export async function insertFieldStores(
  db: Db,
  departmentId: DepartmentId,
  drafts: readonly FieldStoreDraft[],
  { type, version, boot }: { readonly type: string; readonly version: string; readonly boot: string },
): Promise<FieldStore[]> {
  let deviceId = FIRST_DEVICE
  const stores = drafts.map(({ models }, index) => ({
    storeId: (FIRST_STORE + index) as StoreId,
    terminalId: `TB-${FIRST_STORE + index}` as TerminalId,
    devices: models.map((model) => ({
      ...{ model, deviceId: ++deviceId as DeviceId, pointListId: deviceId as PointListId },
    })),
  }))
  const ids = stores.map(({ storeId }) => storeId)
  await sql`insert into store (store_id, department_id, vendor_id, code, name, country, zone)
    select u.store_id, ${departmentId}::bigint, u.vendor_id, 'F' || u.store_id, 'Store ' || u.store_id, 'TW', 'Asia/Taipei'
    from unnest(${ids}::int[], ${drafts.map(({ vendorId }) => vendorId)}::bigint[]) as u (store_id, vendor_id)`.execute(
    db,
  )
  await sql`insert into terminal (terminal_id, store_id, secret_hash, hardware)
    select 'TB-' || u.store_id, u.store_id, ''::bytea, u.hardware
    from unnest(${ids}::int[], ${drafts.map(({ hardware }) => hardware)}::text[]) as u (store_id, hardware)`.execute(
    db,
  )
  await sql`insert into terminal_state (store_id, terminal_id, connection, program, firmware_type, firmware_version, boot)
    select u, 'TB-' || u, 'online', ${version}::text, ${type}::text, ${version}::text, ${boot}::text
    from unnest(${ids}::int[]) u`.execute(db)
  await insertDevices(db, stores)
  return stores
}

async function insertDevices(db: Db, stores: readonly FieldStore[]): Promise<void> {
  const names = [...new Set(stores.flatMap(({ devices }) => devices.map(({ model }) => model)))]
  await sql`insert into device_model (brand, model)
    select split_part(u, ' ', 1), substr(u, strpos(u, ' ') + 1) from unnest(${names}::text[]) u
    where not exists (select from device_model m where m.brand || ' ' || m.model = u)`.execute(db)
  const devices = stores.flatMap(({ storeId, devices: own }) => own.map((device) => ({ ...device, storeId })))
  const deviceIds = devices.map((device) => device.deviceId)
  await sql`insert into device (store_id, device_id, terminal_id, device_model_id, name, type, zone, unit_id, commissioned_at)
    select u.store_id, u.device_id, 'TB-' || u.store_id, m.device_model_id, 'Freezer', 'open_case', 'FZ', 1, '2026-01-01'
    from unnest(${devices.map(({ storeId }) => storeId)}::int[], ${deviceIds}::bigint[],
        ${devices.map(({ model }) => model)}::text[]) as u (store_id, device_id, model)
      join device_model m on m.brand || ' ' || m.model = u.model`.execute(db)
  await sql`insert into point_list (store_id, point_list_id, device_id, period_seconds, value_points, counter_points,
      first_revision)
    select u.store_id, u.device_id, u.device_id, ${POLL_SECONDS}::int, array[u.device_id], array[]::bigint[], 1
    from unnest(${devices.map(({ storeId }) => storeId)}::int[], ${deviceIds}::bigint[]) as u (store_id, device_id)`.execute(
    db,
  )
}

/** Writes scans that nothing else is to come of. */
export async function insertFieldScans(db: Db, scans: readonly StagedScan[]): Promise<void> {
  await createScanPartitions(db, new Set(scans.map(({ at }) => hourOf(at))))
  await db.transaction().execute((trx) => copyScans(trx, 'scan', scans))
}

/** Minutes of an hour, as bits, in which a terminal was connected, and in which it ran. */
export interface FieldLife {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly hour: number
  readonly live: bigint
  readonly reported: bigint
}

export async function insertFieldLife(db: Db, life: readonly FieldLife[]): Promise<void> {
  await sql`insert into terminal_hour (store_id, terminal_id, hour, live, reported)
    select * from unnest(${life.map(({ storeId }) => storeId)}::int[], ${life.map((row) => row.terminalId)}::text[],
      ${life.map(({ hour }) => instantText(hour))}::timestamptz[], ${life.map(({ live }) => String(live))}::bigint[],
      ${life.map(({ reported }) => String(reported))}::bigint[])
    on conflict (store_id, terminal_id, hour) do update set
      live = terminal_hour.live | excluded.live, reported = terminal_hour.reported | excluded.reported`.execute(
    db,
  )
}

export interface FieldStart {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly at: EpochMs
}

/** Starts of programs, as their terminals reported them. */
export async function insertFieldStarts(db: Db, starts: readonly FieldStart[]): Promise<void> {
  await sql`insert into terminal_event (store_id, terminal_id, epoch, sequence, kind, at, received_at, detail)
    select u.store_id, u.terminal_id, 'e', extract(epoch from u.at), 'start', u.at, u.at, '{}'
    from unnest(${starts.map(({ storeId }) => storeId)}::int[], ${starts.map((row) => row.terminalId)}::text[],
      ${starts.map(({ at }) => instantText(at))}::timestamptz[]) as u (store_id, terminal_id, at)`.execute(db)
}

/** What a device was read for in an hour. */
export interface FieldHourDraft {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly hourMs: number
  /** Of the values of each place. */
  readonly timesMs: readonly (readonly number[])[]
}

/** Writes readings packed, as compaction would have left them. @param session with the stage tables */
export async function insertFieldHours(session: Session, drafts: readonly FieldHourDraft[]): Promise<void> {
  await createHourPartitions(session.kysely, new Set(drafts.map(({ hourMs }) => hourMs)))
  await session.kysely.transaction().execute(async (trx) => {
    await stageHours(trx, drafts.map(packed))
    await upsertStagedHours(trx)
  })
}

function packed({ timesMs, ...hour }: FieldHourDraft): HourRow {
  const points = timesMs.map((times, place) => ({
    pointId: (MOST_POINTS * hour.deviceId + place) as PointId,
    ...{ width: 'single' as const, timesMs: times, values: times.map(() => 3.5), quality: null },
  }))
  return hourRow(hour, points)
}
