import type {
  AccountId,
  DepartmentId,
  DeviceId,
  DeviceModelId,
  FridgeEntryId,
  ParameterProfileId,
} from '@coldkeep/domain/ids'
import type { FridgeList } from '@coldkeep/domain/organisation/fridge-list'
import type { FirmwareRange } from '@coldkeep/domain/parameters/firmware'
import type {
  ParameterProfile,
  ProfileKind,
  ProfileMatch,
  ProfileValue,
} from '@coldkeep/domain/parameters/profile'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { depthOf, heirOf, isSeenFrom, ownerColumns } from '../access/owned-queries'
import type { Db, Trx } from '../db/connect'

export interface ProfileFilter {
  readonly id?: ParameterProfileId | undefined
  readonly kind?: ProfileKind | undefined
  readonly fridgeBrandId?: FridgeEntryId | undefined
  readonly fridgeTypeId?: FridgeEntryId | undefined
  readonly fridgeLocationId?: FridgeEntryId | undefined
}

/** Those that accounts of a department see, by model and name, each with its newest values. */
export function selectProfiles(db: Db, from: DepartmentId, filter: ProfileFilter = {}) {
  const { id, kind, ...entries } = filter
  let query = profiles(db)
    .select(ownerColumns(from, 'parameterProfile'))
    .where(isSeenFrom(from, 'parameterProfile'))
  if (id !== undefined) query = query.where('parameterProfile.parameterProfileId', '=', id)
  if (kind !== undefined) query = query.where('parameterProfile.kind', '=', kind)
  for (const [column, entry] of Object.entries(entries)) {
    // one that does not name it claims these, too
    const named = sql.ref(`parameterProfile.${column}`)
    if (entry !== undefined) query = query.where(sql<boolean>`(${named} = ${entry} or ${named} is null)`)
  }
  return query
    .orderBy('brand')
    .orderBy('model')
    .orderBy('name')
    .orderBy('parameterProfile.parameterProfileId')
    .execute()
}

export type ProfileRow = Awaited<ReturnType<typeof selectProfiles>>[number]

function profiles(db: Db) {
  return db
    .selectFrom('parameterProfile')
    .innerJoin('parameterProfileVersion as saved', (join) =>
      join
        .onRef('saved.parameterProfileId', '=', 'parameterProfile.parameterProfileId')
        .onRef('saved.version', '=', 'parameterProfile.version'),
    )
    .innerJoin('deviceModel', 'deviceModel.deviceModelId', 'parameterProfile.deviceModelId')
    .select([
      'parameterProfile.parameterProfileId as id',
      'parameterProfile.departmentId',
      'parameterProfile.deviceModelId',
      'parameterProfile.deviceIds',
      'parameterProfile.firmwareFrom',
      'parameterProfile.firmwareTo',
      'parameterProfile.name',
      'parameterProfile.kind',
      'parameterProfile.fridgeBrandId',
      'parameterProfile.fridgeTypeId',
      'parameterProfile.fridgeLocationId',
      'parameterProfile.version',
      'parameterProfile.revision',
      'saved.content as values',
      'saved.savedBy',
      'saved.savedAt',
      'deviceModel.brand',
      'deviceModel.model',
    ])
    .where('parameterProfile.removedAt', 'is', null)
}

/** All profiles of some models, wherever they belong: those that may claim devices of these. */
export function selectClaims(db: Db, models: readonly DeviceModelId[]): Promise<ParameterProfile[]> {
  if (models.length === 0) return Promise.resolve([])
  return profiles(db)
    .clearSelect()
    .select([
      'parameterProfile.parameterProfileId as id',
      'parameterProfile.departmentId',
      'parameterProfile.deviceModelId',
      'parameterProfile.deviceIds',
      'parameterProfile.firmwareFrom',
      'parameterProfile.firmwareTo',
      'parameterProfile.kind',
      'parameterProfile.fridgeBrandId',
      'parameterProfile.fridgeTypeId',
      'parameterProfile.fridgeLocationId',
      'parameterProfile.version',
      'saved.content as values',
    ])
    .select(sql<number>`${depthOf('parameterProfile')}`.as('level'))
    .where('parameterProfile.deviceModelId', 'in', models)
    .orderBy('parameterProfile.parameterProfileId')
    .execute()
}

/** The models that profiles are of. */
export async function selectProfiledModels(db: Db): Promise<DeviceModelId[]> {
  const rows = await db
    .selectFrom('parameterProfile')
    .select('deviceModelId')
    .distinct()
    .where('removedAt', 'is', null)
    .execute()
  return rows.map(({ deviceModelId }) => deviceModelId)
}

/** Names of profiles, and whether accounts of a department see them. */
export async function selectProfileNames(
  db: Db,
  from: DepartmentId,
  ids: readonly ParameterProfileId[],
): Promise<ReadonlyMap<ParameterProfileId, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('parameterProfile')
    .select(['parameterProfileId', 'name'])
    .where('parameterProfileId', 'in', ids)
    .where(isSeenFrom(from, 'parameterProfile'))
    .execute()
  return new Map(rows.map(({ parameterProfileId, name }) => [parameterProfileId, name]))
}

/** Names of files of a model in one department, in small letters. */
export async function selectTakenNames(
  db: Db,
  { departmentId, deviceModelId }: Pick<NewProfile, 'departmentId' | 'deviceModelId'>,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('parameterProfile')
    .select(sql<string>`lower(name)`.as('name'))
    .where('departmentId', '=', departmentId)
    .where('deviceModelId', '=', deviceModelId)
    .where('removedAt', 'is', null)
    .execute()
  return new Set(rows.map(({ name }) => name))
}

/** Held until the transaction ends. */
export async function lockProfile(trx: Trx, id: ParameterProfileId): Promise<void> {
  await trx
    .selectFrom('parameterProfile')
    .select('parameterProfileId')
    .where('parameterProfileId', '=', id)
    .forUpdate()
    .execute()
}

export interface NewProfile extends ProfileMatch, FirmwareRange {
  readonly departmentId: DepartmentId
  readonly deviceModelId: DeviceModelId
  readonly deviceIds: readonly DeviceId[] | null
  readonly name: string
  readonly kind: ProfileKind
}

export async function insertProfile(trx: Trx, profile: NewProfile): Promise<ParameterProfileId> {
  const { parameterProfileId } = await trx
    .insertInto('parameterProfile')
    .values({ ...profile, version: 1, removedAt: null })
    .returning('parameterProfileId')
    .executeTakeFirstOrThrow()
  return parameterProfileId
}

/** Also counts up version and revision that a profile had before. */
export async function updateProfile(
  trx: Trx,
  { id, version, revision }: Pick<ProfileRow, 'id' | 'version' | 'revision'>,
  changed: Omit<NewProfile, 'departmentId' | 'deviceModelId' | 'deviceIds'>,
): Promise<void> {
  await trx
    .updateTable('parameterProfile')
    .set({ ...changed, version: version + 1, revision: revision + 1 })
    .where('parameterProfileId', '=', id)
    .execute()
}

export interface NewVersion {
  readonly version: number
  readonly note: string
  /** None where no account did it. */
  readonly accountId: AccountId | null
  readonly savedBy: string
  readonly savedAt: EpochMs
}

export async function insertProfileVersion(
  trx: Trx,
  id: ParameterProfileId,
  values: readonly ProfileValue[],
  about: NewVersion,
): Promise<void> {
  const content = JSON.stringify(values)
  await trx
    .insertInto('parameterProfileVersion')
    .values({ parameterProfileId: id, content, ...about })
    .execute()
}

/** Also of one that was removed. */
export async function selectProfileTitle(db: Db, id: ParameterProfileId): Promise<string | undefined> {
  const row = await db
    .selectFrom('parameterProfile')
    .select('name')
    .where('parameterProfileId', '=', id)
    .executeTakeFirst()
  return row?.name
}

/** The newest first. */
export function selectProfileVersions(db: Db, id: ParameterProfileId) {
  return db
    .selectFrom('parameterProfileVersion')
    .select(['version', 'savedAt', 'savedBy', 'note'])
    .where('parameterProfileId', '=', id)
    .orderBy('version', 'desc')
    .execute()
}

/** `null` where there is no such version. */
export async function selectProfileValues(
  db: Db,
  id: ParameterProfileId,
  version: number,
): Promise<readonly ProfileValue[] | null> {
  const row = await db
    .selectFrom('parameterProfileVersion')
    .select('content')
    .where('parameterProfileId', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.content ?? null
}

export async function endProfile(trx: Trx, id: ParameterProfileId, now: EpochMs): Promise<void> {
  await trx
    .updateTable('parameterProfile')
    .set({ removedAt: now })
    .where('parameterProfileId', '=', id)
    .execute()
}

const entryColumn = {
  brand: 'fridgeBrandId',
  type: 'fridgeTypeId',
  location: 'fridgeLocationId',
} as const satisfies Record<FridgeList, keyof ProfileMatch>

/** How many profiles name an entry of a list. */
export async function countProfilesNaming(trx: Trx, list: FridgeList, id: FridgeEntryId): Promise<number> {
  const { count } = await trx
    .selectFrom('parameterProfile')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(entryColumn[list], '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Profiles that name one entry name another one from now on. @returns their models */
export async function moveProfilesNaming(
  trx: Trx,
  list: FridgeList,
  { from, into }: { readonly from: FridgeEntryId; readonly into: FridgeEntryId },
): Promise<DeviceModelId[]> {
  const moved = await trx
    .updateTable('parameterProfile')
    .set({ [entryColumn[list]]: into, revision: sql<number>`revision + 1` })
    .where(entryColumn[list], '=', from)
    .returning('deviceModelId')
    .execute()
  return [...new Set(moved.map(({ deviceModelId }) => deviceModelId))]
}

/**
 * Gives profiles of departments that are about to be removed to the nearest department above that stays.
 * @returns those whose name is in use there already, and which stay where they are
 */
export async function passOnProfiles(trx: Db, removed: readonly DepartmentId[]): Promise<readonly string[]> {
  if (removed.length === 0) return []
  const heir = heirOf(removed, 'parameterProfile')
  await sql`update parameter_apply set department_id = ${heirOf(removed, 'parameterApply')}
    where parameter_apply.department_id = any(${removed}::bigint[])`.execute(trx)
  const isOfRemoved = sql`parameter_profile.department_id = any(${removed}::bigint[])`
  await sql`update parameter_profile set department_id = ${heir} where ${isOfRemoved} and (removed_at is not null
    or not exists (select from parameter_profile other
      where other.parameter_profile_id <> parameter_profile.parameter_profile_id and other.removed_at is null
        and other.device_model_id = parameter_profile.device_model_id and lower(other.name) = lower(parameter_profile.name)
        and (other.department_id = ${heir} or other.department_id = any(${removed}::bigint[]))))`.execute(trx)
  const { rows } = await sql<{ name: string }>`
    select name from parameter_profile where ${isOfRemoved} order by 1`.execute(trx)
  return rows.map(({ name }) => name)
}
