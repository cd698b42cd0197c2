import {
  addProfile,
  listParameterDevices,
  type listParameterModels,
  listProfiles,
  readParameterDevice,
  readProfile,
} from '@coldkeep/contract/areas/parameters'
import type { Answer } from '@coldkeep/contract/call'
import type { DepartmentId, DeviceModelId, FridgeEntryId } from '@coldkeep/domain/ids'
import type { ProfileKind, ProfileValue } from '@coldkeep/domain/parameters/profile'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'

/** Reads that a saved file makes old. */
export const fileReads = [listProfiles, readProfile, listParameterDevices, readParameterDevice]

export interface FileForm {
  readonly name: string
  readonly modelId: DeviceModelId | null
  readonly kind: ProfileKind | null
  readonly fridgeBrandId: FridgeEntryId | null
  readonly fridgeTypeId: FridgeEntryId | null
  readonly fridgeLocationId: FridgeEntryId | null
  readonly firmwareFrom: number | null
  readonly firmwareTo: number | null
  readonly departmentId: DepartmentId | null
}

/** A new parameter file with the values that it starts with. */
export function fileRules(
  values: readonly ProfileValue[],
  note: string,
  t: Translate,
): CallRules<typeof addProfile, FileForm> {
  return {
    call: addProfile,
    labels: {
      name: t('parameters.files.name'),
      modelId: t('parameters.model'),
      kind: t('parameters.files.kind'),
      fridgeBrandId: t('equipment.fridgeBrand'),
      fridgeTypeId: t('equipment.fridgeType'),
      fridgeLocationId: t('equipment.fridgeLocation'),
      firmwareFrom: t('parameters.firmware.from'),
      firmwareTo: t('parameters.firmware.to'),
      departmentId: t('parameters.files.department'),
    },
    inputOf: ({ departmentId, ...form }) => ({
      body: { ...form, values, note, departmentId: departmentId ?? undefined },
    }),
  }
}

export const blankFile: FileForm = {
  name: '',
  modelId: null,
  kind: 'all',
  fridgeBrandId: null,
  fridgeTypeId: null,
  fridgeLocationId: null,
  firmwareFrom: null,
  firmwareTo: null,
  departmentId: null,
}

export function modelChoices(models: Answer<typeof listParameterModels>, t: Translate) {
  return models.map(({ id, brand, name, devices }) => ({
    value: String(id),
    label: t('parameters.files.modelOf', { model: `${brand} ${name}`, count: devices }),
  }))
}
