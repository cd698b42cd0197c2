import type { FaultLabel } from '../faults'
import type { FleetDevice, FleetStore } from '../fleet/fleet'
import { type CabinetState, newCabinet } from '../physics/cabinet'
import type { CaseSpec } from '../physics/case-spec'
import { type FaultEffects, noEffects } from '../physics/effects'
import { type HotCaseSpec, type HotCaseState, newHotCase } from '../physics/hot-case'
import { newStoreLoad, type StoreLoadSpec, type StoreLoadState } from '../physics/store-load'
import { type RandomState, randomStream } from '../random'

/** One device in motion: its equations, its faults and what it remembers. */
export type DeviceRun = CaseRun | HotCaseRun | MeterRun

interface AnyRun {
  readonly labels: readonly FaultLabel[]
  readonly effects: FaultEffects
  /** Luck of the polls: apart from the physics, so that a lost poll changes no temperature. */
  readonly luck: RandomState
}

export interface CaseRun extends AnyRun {
  readonly kind: 'case'
  /** Replaced as a whole when the set point is changed. */
  spec: CaseSpec
  readonly state: CabinetState
}

export interface HotCaseRun extends AnyRun {
  readonly kind: 'hot_case'
  spec: HotCaseSpec
  readonly state: HotCaseState
}

export interface MeterRun extends AnyRun {
  readonly kind: 'meter'
  readonly spec: StoreLoadSpec
  readonly state: StoreLoadState
}

/** What of a device is saved and resumed. A changed set point is part of it. */
export interface SavedDevice {
  readonly setpointC: number | null
  readonly luck: RandomState
  readonly state: CabinetState | HotCaseState | StoreLoadState
}

/** A device at rest, or, given what was saved, exactly as it was then. */
export function startDevice(
  seed: number,
  store: FleetStore,
  deviceIndex: number,
  device: FleetDevice,
  saved: SavedDevice | null,
): DeviceRun {
  const shared: AnyRun = {
    labels: store.faults.filter((label) => label.deviceIndex === deviceIndex),
    effects: noEffects(),
    luck: saved ? { ...saved.luck } : randomStream(seed, 'luck', store.index, deviceIndex),
  }
  const path = ['device', store.index, deviceIndex] as const
  const physics = device.physics
  switch (physics.kind) {
    case 'case': {
      const spec = { ...physics.spec, setpointC: saved?.setpointC ?? physics.spec.setpointC }
      const state = saved ? copy(saved.state as CabinetState) : newCabinet(spec, seed, ...path)
      return { ...shared, kind: 'case', spec, state }
    }
    case 'hot_case': {
      const spec = { ...physics.spec, setpointC: saved?.setpointC ?? physics.spec.setpointC }
      const state = saved ? copy(saved.state as HotCaseState) : newHotCase(spec, seed, ...path)
      return { ...shared, kind: 'hot_case', spec, state }
    }
    case 'meter': {
      const { spec } = physics
      const state = saved
        ? copy(saved.state as StoreLoadState)
        : newStoreLoad(spec, store.counters, seed, ...path)
      return { ...shared, kind: 'meter', spec, state }
    }
  }
}

export function saveDevice(run: DeviceRun): SavedDevice {
  return {
    setpointC: run.kind === 'meter' ? null : run.spec.setpointC,
    luck: { ...run.luck },
    state: copy(run.state),
  }
}

function copy<State extends { readonly random: RandomState }>(state: State): State {
  return { ...state, random: { ...state.random } }
}
