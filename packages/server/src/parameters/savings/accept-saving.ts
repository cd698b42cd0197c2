import { MOST_ACCEPTED } from '@coldkeep/contract/areas/parameter-savings'
import { Problem } from '@coldkeep/contract/problem'
import type { DepartmentId, DeviceId, ParameterProfileId } from '@coldkeep/domain/ids'
import type { settableSavings } from '@coldkeep/domain/parameters/saving'
import { formatNumber } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import type { Trx } from '../../db/connect'
import { selectParameters } from '../compare-devices'
import { selectTakenNames } from '../profile-queries'
import { addProfile, type ProfileWriter } from '../save-profile'
import { type SavingGroupKey, type SavingPlace, selectSavingDevices } from './saving-queries'

interface Acceptance {
  readonly place: SavingPlace
  readonly departmentId: DepartmentId
  readonly saving: Omit<SavingGroupKey, 'kind'> & {
    readonly kind: (typeof settableSavings)[number]
    readonly code: string
    readonly before: number
    readonly value: number
  }
  /** Some of its devices; `undefined`: all, those that save most first. */
  readonly deviceIds: readonly DeviceId[] | undefined
}

/** In which its name and its reasons are written. */
interface Words {
  readonly language: Language
  readonly translate: Translate
}

/**
 * A parameter file of what could be saved, for its devices alone. What it is worth is looked at once more: devices that have
 * changed since the caller saw them are refused.
 * @throws Problem `saving.changed`
 */
export async function acceptSaving(
  trx: Trx,
  writer: ProfileWriter,
  { place, departmentId, saving, deviceIds }: Acceptance,
  { language, translate }: Words,
): Promise<{ readonly id: ParameterProfileId; readonly devices: number }> {
  const found = await selectSavingDevices(trx, place, saving, { offset: 0, limit: Number.MAX_SAFE_INTEGER })
  const known = new Set(found.map(({ deviceId }) => deviceId))
  const chosen = deviceIds ?? [...known].slice(0, MOST_ACCEPTED)
  if (chosen.length === 0 || chosen.some((id) => !known.has(id))) throw new Problem('saving.changed')
  const { kind, deviceModelId, code, before, value } = saving
  const [parameters = []] = (await selectParameters(trx, [deviceModelId])).values()
  const { unit = '' } = parameters.find((one) => one.code === code) ?? {}
  const [from, to] = [formatNumber(language, before), formatNumber(language, value, { unit })]
  const title = translate(`savings.file.${kind}`, { before: from, value: to })
  const name = await freeName(trx, { departmentId, deviceModelId }, title)
  const id = await addProfile(
    trx,
    writer,
    {
      ...{ modelId: deviceModelId, departmentId, name, kind: 'all', note: '' },
      ...{
        firmwareFrom: null,
        firmwareTo: null,
        fridgeBrandId: null,
        fridgeTypeId: null,
        fridgeLocationId: null,
      },
      values: [{ code, value, reason: translate(`savings.kind.${kind}`), isLocked: false }],
    },
    chosen,
  )
  return { id, devices: chosen.length }
}

/** Titles repeat: the second of a name has a number. */
async function freeName(
  trx: Trx,
  of: Parameters<typeof selectTakenNames>[1],
  title: string,
): Promise<string> {
  const taken = await selectTakenNames(trx, of)
  let name = title
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${title} (${number})`
  return name
}
