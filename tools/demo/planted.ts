import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { DeviceId, PointId, PointListId, StoreId } from '@coldkeep/domain/ids'
import type { Fleet } from '@coldkeep/simulator/fleet/fleet'
import { makeFleet } from '@coldkeep/simulator/fleet/make-fleet'
import { readModels } from './models'
import { demo } from './settings'

/** What the database called the parts of the fleet, and the secrets of its terminals. Kept with mode 0600. */
export interface PlantedFleet {
  readonly seed: number
  readonly madeAtMs: number
  readonly stores: readonly PlantedStore[]
}

export interface PlantedStore {
  readonly storeId: StoreId
  readonly secret: string
  readonly devices: readonly PlantedDevice[]
}

export interface PlantedDevice {
  readonly deviceId: DeviceId
  readonly pointListId: PointListId
  readonly pointIds: readonly PointId[]
}

/** Revision of the settings with which the whole fleet starts. */
export const FIRST_REVISION = 1

export function readPlanted(file: string): PlantedFleet | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PlantedFleet) : null
}

export function writePlanted(file: string, planted: PlantedFleet): void {
  writeFileSync(file, JSON.stringify(planted), { mode: 0o600 })
}

/** The fleet of the demo, laid around an instant. */
export function demoFleet(madeAtMs: number): Fleet {
  return makeFleet({ seed: demo.seed, storeCount: demo.storeCount, nowMs: madeAtMs, models: readModels() })
}
