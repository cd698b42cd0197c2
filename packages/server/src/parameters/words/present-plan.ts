import type { Answer } from '@coldkeep/contract/call'
import type { calls } from '@coldkeep/contract/calls'
import type { DeviceId } from '@coldkeep/domain/ids'
import { parameterStates } from '@coldkeep/domain/parameters/compare'
import type { PlacedDevice } from '../apply/candidate-queries'
import type { ApplyPlan, DevicePlan, JudgedWrite } from '../apply/plan-apply'
import type { ProfileRow } from '../profile-queries'
import { presentPlaced } from './present-apply'

type WirePlan = Answer<typeof calls.planApply>

interface Planned {
  readonly plan: ApplyPlan
  readonly row: ProfileRow
  /** Of the page. */
  readonly shown: readonly DevicePlan[]
  readonly devices: ReadonlyMap<DeviceId, PlacedDevice>
}

/** What applying a profile would do, one page of its devices. */
export function presentPlan(
  { plan, row, shown, devices: placed }: Planned,
  page: { readonly page: number; readonly pageSize: number },
): WirePlan {
  const trial = plan.trialId === null ? undefined : placed.get(plan.trialId)
  return {
    profile: { id: row.id, name: row.name, version: row.version },
    model: { id: row.deviceModelId, brand: row.brand, name: row.model },
    risk: plan.risk,
    fingerprint: plan.fingerprint,
    totals: totalsOf(plan),
    firmwares: [...plan.firmwares]
      .map(([firmware, devices]) => ({ firmware, devices }))
      .toSorted((a, b) => (a.firmware ?? Infinity) - (b.firmware ?? Infinity)),
    trial: trial === undefined ? null : presentPlaced(trial),
    devices: shown.flatMap(({ deviceId, hindrance, writes, left }) => {
      const device = placed.get(deviceId)
      if (device === undefined) return []
      return [{ ...presentPlaced(device), hindrance, writes: writes.map(presentWrite), left: [...left] }]
    }),
    total: plan.devices.length,
    ...page,
  }
}

function totalsOf({ devices, ready }: ApplyPlan): WirePlan['totals'] {
  const left = devices.flatMap((device) => device.left)
  const counted = parameterStates.map((state) => [state, left.filter((one) => one.state === state).length])
  return {
    devices: devices.length,
    ready: ready.length,
    same: devices.filter((device) => device.writes.length === 0 && device.left.length === 0).length,
    hindered: devices.filter(({ hindrance, writes }) => hindrance !== null && writes.length > 0).length,
    writes: ready.reduce((sum, { writes }) => sum + writes.length, 0),
    left: Object.fromEntries(counted) as WirePlan['totals']['left'],
  }
}

function presentWrite({ code, parameter, before, value, reason, risk, wear }: JudgedWrite) {
  const { above, most, left } = wear
  return {
    ...{ code, name: parameter.name, unit: parameter.unit, before, value, reason, risk },
    wear: above === null ? null : { above, most, left },
  }
}
