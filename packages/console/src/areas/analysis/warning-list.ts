import { type WarningKind, warningKinds } from '@coldkeep/domain/alarms/early-warning-rules'
import { type WarningOutcome, warningOutcomes } from '@coldkeep/domain/alarms/warning-outcome'
import type { DeviceModelId } from '@coldkeep/domain/ids'
import type { AddressParameters } from '../../parts/use-address'

/** Which warnings are listed; nothing given: all. */
export interface WarningList {
  readonly kind?: WarningKind | undefined
  readonly deviceModelId?: DeviceModelId | undefined
  readonly outcome?: WarningOutcome | undefined
}

/** The list that the address names; nonsense names none. */
export function listOfAddress({ rule, model = '', became }: AddressParameters): WarningList {
  return {
    kind: warningKinds.find((kind) => kind === rule),
    deviceModelId: /^[1-9]\d{0,14}$/.test(model) ? (Number(model) as DeviceModelId) : undefined,
    outcome: warningOutcomes.find((outcome) => outcome === became),
  }
}

/** The parameters of a list, with those of the table below it as at first. */
export function listedParameters({ kind, deviceModelId, outcome }: WarningList) {
  return {
    rule: kind,
    model: deviceModelId === undefined ? undefined : String(deviceModelId),
    became: outcome,
    't1.f': undefined,
    't1.page': undefined,
    't1.row': undefined,
  }
}
