import type { EpochMs } from '@coldkeep/domain/time/instant'
import { minuteOfDay } from '@coldkeep/domain/time/store-calendar'
import type { StoreRun } from '../store-run'

/** A case as a camera sees it. */
interface SeenCase {
  readonly name: string
  /** What its own display shows. */
  readonly celsius: number
  readonly isDoorOpen: boolean
  readonly isDefrosting: boolean
}

/** A store as it is. */
export interface StoreScene {
  readonly title: string
  /** Of the store, as `20:05`. */
  readonly clock: string
  /** The lights are on while it is open. */
  readonly isOpen: boolean
  readonly cases: readonly SeenCase[]
}

export function sceneOf({ store, devices, around }: StoreRun, at: EpochMs): StoreScene {
  const counts = new Map<string, number>()
  const cases = devices.flatMap((device, index): SeenCase[] => {
    if (device.kind === 'meter') return []
    const type = store.devices[index]?.type ?? ''
    const number = (counts.get(type) ?? 0) + 1
    counts.set(type, number)
    const name = `${type.replaceAll('_', ' ')} ${number}`
    if (device.kind === 'hot_case')
      return [{ name, celsius: device.state.measuredAirC, isDoorOpen: false, isDefrosting: false }]
    const { measuredAirC, doorSeconds, defrostPhase } = device.state
    return [
      { name, celsius: measuredAirC, isDoorOpen: doorSeconds > 0, isDefrosting: defrostPhase !== 'none' },
    ]
  })
  const minute = minuteOfDay(store.zone, at)
  const pair = (value: number) => String(value).padStart(2, '0')
  const clock = `${pair(Math.floor(minute / 60))}:${pair(minute % 60)}`
  return { title: `STORE ${store.code}`, clock, isOpen: around.isOpen, cases }
}
