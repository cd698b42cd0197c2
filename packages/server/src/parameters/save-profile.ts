import type { SentProfile } from '@coldkeep/contract/areas/parameters'
import { type FieldProblem, Problem } from '@coldkeep/contract/problem'
import type { DepartmentId, DeviceId, DeviceModelId, ParameterProfileId } from '@coldkeep/domain/ids'
import type { Parameter } from '@coldkeep/domain/parameters/parameter'
import { faultsOfProfile, type ProfileFault, type ProfileValue } from '@coldkeep/domain/parameters/profile'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { selectScope } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import { refusing } from '../calls/edit-rows'
import type { Trx } from '../db/connect'
import { refuseForeign } from '../instructions/find-model'
import { isModelUsedIn } from '../instructions/model-queries'
import { selectParameters } from './compare-devices'
import { markDue } from './due-queries'
import { lockedAbove } from './locked-queries'
import {
  endProfile,
  insertProfile,
  insertProfileVersion,
  lockProfile,
  type ProfileRow,
  selectProfiles,
  updateProfile,
} from './profile-queries'

export interface ProfileWriter {
  readonly user: SignedIn
  readonly now: EpochMs
}

/**
 * @param deviceIds only these; left out, all that it claims
 * @throws Problem `parameter.*`, `department.unknown`, `request.malformed` with the values that cannot be kept
 */
export async function addProfile(
  trx: Trx,
  writer: ProfileWriter,
  sent: SentProfile & { readonly modelId: DeviceModelId; readonly departmentId?: DepartmentId | undefined },
  deviceIds: readonly DeviceId[] | null = null,
): Promise<ParameterProfileId> {
  const { user, now } = writer
  const { modelId, values, note, departmentId = user.departmentId, ...profile } = sent
  await selectScope(trx, user, departmentId)
  const parameters = (await selectParameters(trx, [modelId])).get(modelId) ?? []
  const isUsed = await isModelUsedIn(trx, departmentId, modelId)
  if (!isUsed) throw new Problem('model.unknown', {}, { model: 'choice' })
  if (parameters.length === 0) throw new Problem('parameter.none', {}, { model: 'choice' })
  await refuseFaulty(trx, { ...profile, departmentId, deviceModelId: modelId, values }, parameters)
  const id = await refusing({ taken }, '', () =>
    insertProfile(trx, { ...profile, departmentId, deviceModelId: modelId, deviceIds }),
  )
  await insertProfileVersion(trx, id, values, { version: 1, note, ...savedBy(writer) })
  await markDue(trx, [modelId], now)
  await audit(trx, writer, { departmentId, name: profile.name }, 'add', { values: values.length })
  return id
}

/**
 * Saves a profile as its next version.
 * @returns its number
 */
export async function changeProfile(
  trx: Trx,
  writer: ProfileWriter,
  before: ProfileRow,
  sent: SentProfile,
): Promise<number> {
  const { values, note, ...profile } = sent
  const { deviceModelId, departmentId, version } = before
  const parameters = (await selectParameters(trx, [deviceModelId])).get(deviceModelId) ?? []
  await refuseFaulty(trx, { ...profile, departmentId, deviceModelId, values }, parameters)
  await refusing({ taken }, '', () => updateProfile(trx, before, profile))
  await insertProfileVersion(trx, before.id, values, { version: version + 1, note, ...savedBy(writer) })
  await markDue(trx, [deviceModelId], writer.now)
  await audit(trx, writer, { departmentId, name: profile.name }, 'change', {
    version: version + 1,
    changes: changesOf(before.values, values),
    ...(note && { note }),
  })
  return version + 1
}

export async function removeProfile(trx: Trx, writer: ProfileWriter, profile: ProfileRow): Promise<void> {
  await endProfile(trx, profile.id, writer.now)
  await markDue(trx, [profile.deviceModelId], writer.now)
  await audit(trx, writer, profile, 'remove', { version: profile.version })
}

/**
 * A profile that the caller may change, kept from others until the transaction ends.
 * @throws Problem `parameter.profile_unknown`, `access.owner`
 */
export async function lockOwnProfile(trx: Trx, user: SignedIn, id: ParameterProfileId): Promise<ProfileRow> {
  await lockProfile(trx, id)
  const [row] = await selectProfiles(trx, user.departmentId, { id })
  if (row === undefined) throw new Problem('parameter.profile_unknown')
  refuseForeign(row)
  return row
}

type Judged = Omit<SentProfile, 'note'> & {
  readonly departmentId: DepartmentId
  readonly deviceModelId: DeviceModelId
}

const fieldProblem: Record<ProfileFault | 'locked', FieldProblem> = {
  unknown: 'unknown',
  group: 'choice',
  range: 'range',
  step: 'format',
  twice: 'choice',
  locked: 'choice',
}

async function refuseFaulty(trx: Trx, profile: Judged, parameters: readonly Parameter[]): Promise<void> {
  const { kind, values } = profile
  const faults: [number, ProfileFault | 'locked'][] = [...faultsOfProfile(kind, values, parameters)]
  if (faults.length > 0) {
    const fields = faults.map(([index, fault]) => [`values.${index}.value`, fieldProblem[fault]] as const)
    throw new Problem('parameter.values', { count: faults.length }, Object.fromEntries(fields))
  }
  const locked = new Map((await lockedAbove(trx, profile)).map((one) => [one.code, one]))
  for (const [index, { code, value }] of values.entries()) {
    const lock = locked.get(code)
    if (lock === undefined || lock.value === value) continue
    throw new Problem(
      'parameter.locked',
      { code, owner: lock.owner },
      { [`values.${index}.value`]: 'choice' },
    )
  }
}

function savedBy({ user, now }: ProfileWriter) {
  return { accountId: user.accountId, savedBy: user.name, savedAt: now }
}

function taken(): Problem {
  return new Problem('parameter.profile_exists', {}, { name: 'choice' })
}

function changesOf(before: readonly ProfileValue[], after: readonly ProfileValue[]) {
  const was = new Map(before.map(({ code, value }) => [code, value]))
  const is = new Map(after.map(({ code, value }) => [code, value]))
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((code) => was.get(code) !== is.get(code))
    .map((code) => ({ code, before: was.get(code) ?? null, after: is.get(code) ?? null }))
}

async function audit(
  trx: Trx,
  { user, now }: ProfileWriter,
  { departmentId, name }: Pick<ProfileRow, 'departmentId' | 'name'>,
  act: 'add' | 'change' | 'remove',
  detail: object,
): Promise<void> {
  await addAudit(trx, {
    at: now,
    by: { accountId: user.accountId, name: user.name },
    storeId: null,
    departmentId,
    kind: `parameter_profile.${act}`,
    subject: name,
    detail: { ...detail },
    outcome: 'done',
  })
}
