import type { DepartmentId, FridgeEntryId } from '@coldkeep/domain/ids'
import type { ProfileKind, ProfileValue } from '@coldkeep/domain/parameters/profile'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Trx } from '../../db/connect'
import { selectUsedModel } from '../../instructions/model-queries'
import { insertProfile, insertProfileVersion } from '../../parameters/profile-queries'

interface PlantedFile {
  readonly departmentId: DepartmentId
  readonly brand: string
  readonly model: string
  readonly name: string
  readonly kind: ProfileKind
  readonly fridgeTypeId: FridgeEntryId | null
  readonly values: readonly ProfileValue[]
}

/** A parameter file in its first version. */
export async function insertParameterFile(
  trx: Trx,
  { brand, model, values, ...file }: PlantedFile,
  by: { readonly name: string; readonly at: EpochMs },
): Promise<void> {
  const deviceModelId = await selectUsedModel(trx, file.departmentId, { brand, model })
  if (deviceModelId === null) throw new Error(`no model ${brand} ${model}`)
  const everywhere = { fridgeBrandId: null, fridgeLocationId: null }
  const id = await insertProfile(trx, {
    ...file,
    ...everywhere,
    deviceModelId,
    deviceIds: null,
    firmwareFrom: null,
    firmwareTo: null,
  })
  const about = { version: 1, note: '', accountId: null, savedBy: by.name, savedAt: by.at }
  await insertProfileVersion(trx, id, values, about)
}
