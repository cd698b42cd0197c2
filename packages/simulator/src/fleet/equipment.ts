import type { DeviceType, TemperatureZone } from '@coldkeep/domain/organisation/device'
import { dooredChilledCase, openRiceCase, resized, walkInFreezer } from '../physics/case-spec'
import { hotCase } from '../physics/hot-case'
import { storeLoad } from '../physics/store-load'
import type { DevicePhysics } from './fleet'

/** One kind of equipment that a convenience store has. */
export interface Equipment {
  readonly name: { readonly TW: string; readonly JP: string }
  readonly type: DeviceType
  readonly zone: TemperatureZone | null
  readonly physics: DevicePhysics
  /** Mean electric power, for the estimate of a shop's contract. */
  readonly typicalKw: number
}

export const equipment = {
  chilledCase: {
    name: { TW: '4°C 冷藏櫃', JP: '4℃冷蔵ケース' },
    type: 'doored_case',
    zone: 'C4',
    physics: { kind: 'case', spec: dooredChilledCase },
    typicalKw: 0.55,
  },
  drinksCase: {
    name: { TW: '飲料冷藏櫃', JP: '飲料ケース' },
    type: 'doored_case',
    zone: 'C7',
    physics: { kind: 'case', spec: { ...resized(dooredChilledCase, 1.1), setpointC: 4 } },
    typicalKw: 0.55,
  },
  frozenCase: {
    name: { TW: '冷凍櫃', JP: '冷凍ケース' },
    type: 'doored_case',
    zone: 'FZ',
    physics: { kind: 'case', spec: { ...resized(walkInFreezer, 0.35), openingSeconds: 15 } },
    typicalKw: 0.4,
  },
  iceCreamCase: {
    name: { TW: '冰淇淋櫃', JP: 'アイスケース' },
    type: 'doored_case',
    zone: 'IC',
    physics: {
      kind: 'case',
      spec: { ...resized(walkInFreezer, 0.3), setpointC: -24, ratedEvaporatingC: -32, openingSeconds: 15 },
    },
    typicalKw: 0.38,
  },
  riceCase: {
    name: { TW: '18°C 鮮食櫃', JP: '米飯18℃ケース' },
    type: 'open_case',
    zone: 'F18',
    physics: { kind: 'case', spec: openRiceCase },
    typicalKw: 0.2,
  },
  hotCase: {
    name: { TW: '熱食櫃', JP: 'ホットショーケース' },
    type: 'hot_case',
    zone: 'HOT',
    physics: { kind: 'hot_case', spec: hotCase },
    typicalKw: 0.52,
  },
  walkInFreezer: {
    name: { TW: '冷凍庫', JP: 'ウォークイン冷凍庫' },
    type: 'walk_in',
    zone: 'FZ',
    physics: { kind: 'case', spec: walkInFreezer },
    typicalKw: 1.15,
  },
  walkInChiller: {
    name: { TW: '冷藏庫', JP: 'ウォークイン冷蔵庫' },
    type: 'walk_in',
    zone: 'C7',
    physics: {
      kind: 'case',
      spec: {
        ...resized(dooredChilledCase, 1.5),
        setpointC: 3,
        airPerOpeningKg: 6,
        openingsPerHourByDay: 12,
        openingsPerHourByNight: 2,
        openingSeconds: 30,
        lightW: 60,
      },
    },
    typicalKw: 0.8,
  },
  mainMeter: {
    name: { TW: '總電表', JP: '主電力計' },
    type: 'main_meter',
    zone: null,
    physics: { kind: 'meter', spec: storeLoad },
    typicalKw: 0,
  },
} as const satisfies Record<string, Equipment>

/** What every shop has; the walk-in rooms are added where there is space. */
export const usualEquipment: readonly Equipment[] = [
  equipment.chilledCase,
  equipment.chilledCase,
  equipment.drinksCase,
  equipment.drinksCase,
  equipment.frozenCase,
  equipment.iceCreamCase,
  equipment.riceCase,
  equipment.hotCase,
]
