import type { listSavingDevices, listSavings } from '@coldkeep/contract/areas/parameter-savings'
import type { Answer } from '@coldkeep/contract/call'
import type { Parameter } from '@coldkeep/domain/parameters/parameter'
import type { SavingDeviceRow, SavingGroupRow } from '../savings/saving-queries'
import { presentPlaced } from './present-apply'

type WireSaving = Answer<typeof listSavings>['savings'][number]
type WireSavingDevice = Answer<typeof listSavingDevices>['devices'][number]

export function presentSaving(row: SavingGroupRow, parameters: readonly Parameter[]): WireSaving {
  const { deviceModelId, brand, model, code, before, value, total: _, ...saving } = row
  const parameter = parameters.find((one) => one.code === code)
  const change =
    code === null || before === null || value === null
      ? null
      : { code, name: parameter?.note || parameter?.name || code, unit: parameter?.unit ?? '', before, value }
  return { ...saving, model: { id: deviceModelId, brand, name: model }, change }
}

export function presentSavingDevice(row: SavingDeviceRow): WireSavingDevice {
  const { shareLow, shareHigh, kwhLow, kwhHigh, basis } = row
  return { ...presentPlaced(row), shareLow, shareHigh, kwhLow, kwhHigh, basis: { ...basis } }
}
