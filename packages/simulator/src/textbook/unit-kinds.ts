import type { DeviceType, TemperatureZone } from '@coldkeep/domain/organisation/device'
import { AIR_CP, doorwayFactor, doorwayFlow, enthalpy, humidityRatio, saturationRatio } from './moist-air'

/**
 * A kind of equipment: what warms it and what is in it. Loads are those of ISO 23953-2 climate class 3 (25 °C, 60 %)
 * for
 * cases and of ASHRAE Handbook Refrigeration (Retail Food Store Refrigeration; Refrigerated-Facility Loads) for rooms.
 */
export interface UnitKind {
  readonly type: DeviceType
  readonly zone: TemperatureZone
  /** Remote units evaporate at the pressure of a rack that serves others too. */
  readonly isRemote: boolean
  readonly setpointC: number
  readonly differentialK: number
  readonly evaporatingC: number
  readonly envelopeWPerK: number
  /** `null`: an open case. Factor: how much of a free doorway's flow comes through, for shelves or strip curtains. */
  readonly door: { readonly areaM2: number; readonly heightM: number; readonly factor: number } | null
  readonly openingsPerHour: number
  readonly openingSeconds: number
  /** kg/s that the air curtain of an open case takes in, by day. */
  readonly curtainKgPerS: number
  readonly lightsW: number
  readonly fansW: number
  readonly productKg: number
  /** J/(kg K): about 3 500 chilled, 2 000 frozen. */
  readonly productCp: number
}

const chilledCp = 3_500
const frozenCp = 2_000
const upright = { areaM2: 0.7, heightM: 1.6, factor: 0.3 }
const roomDoor = { areaM2: 1.8, heightM: 2, factor: 0.5 }

export const unitKinds = {
  chilledCabinet: {
    type: 'doored_case',
    zone: 'C7',
    isRemote: false,
    setpointC: 3,
    differentialK: 2.5,
    evaporatingC: -8,
    envelopeWPerK: 8,
    door: upright,
    openingsPerHour: 20,
    openingSeconds: 8,
    curtainKgPerS: 0,
    lightsW: 40,
    fansW: 30,
    productKg: 130,
    productCp: chilledCp,
  },
  freezerIsland: {
    type: 'doored_case',
    zone: 'FZ',
    isRemote: false,
    setpointC: -23,
    differentialK: 3,
    evaporatingC: -32,
    envelopeWPerK: 6,
    door: { areaM2: 0.6, heightM: 0.3, factor: 0.5 },
    openingsPerHour: 12,
    openingSeconds: 7,
    curtainKgPerS: 0,
    lightsW: 20,
    fansW: 25,
    productKg: 180,
    productCp: frozenCp,
  },
  inverterCase: {
    type: 'doored_case',
    zone: 'C4',
    isRemote: false,
    setpointC: 0.5,
    differentialK: 2,
    evaporatingC: -8,
    envelopeWPerK: 11,
    door: { ...upright, areaM2: 0.8 },
    openingsPerHour: 26,
    openingSeconds: 8,
    curtainKgPerS: 0,
    lightsW: 50,
    fansW: 45,
    productKg: 200,
    productCp: chilledCp,
  },
  multideck: {
    type: 'open_case',
    zone: 'C7',
    isRemote: true,
    setpointC: 2.5,
    differentialK: 2,
    evaporatingC: -8,
    envelopeWPerK: 12,
    door: null,
    openingsPerHour: 0,
    openingSeconds: 0,
    curtainKgPerS: 0.05,
    lightsW: 120,
    fansW: 100,
    productKg: 280,
    productCp: chilledCp,
  },
  frozenRemoteCase: {
    type: 'doored_case',
    zone: 'FZ',
    isRemote: true,
    setpointC: -23,
    differentialK: 2.5,
    evaporatingC: -33,
    envelopeWPerK: 13,
    door: { ...upright, areaM2: 0.8 },
    openingsPerHour: 14,
    openingSeconds: 8,
    curtainKgPerS: 0,
    lightsW: 60,
    fansW: 70,
    productKg: 260,
    productCp: frozenCp,
  },
  chillRoom: {
    type: 'walk_in',
    zone: 'C4',
    isRemote: false,
    setpointC: 0.5,
    differentialK: 2,
    evaporatingC: -8,
    envelopeWPerK: 24,
    door: roomDoor,
    openingsPerHour: 6,
    openingSeconds: 20,
    curtainKgPerS: 0,
    lightsW: 60,
    fansW: 120,
    productKg: 800,
    productCp: chilledCp,
  },
  freezerRoom: {
    type: 'walk_in',
    zone: 'FZ',
    isRemote: false,
    setpointC: -23,
    differentialK: 3,
    evaporatingC: -32,
    envelopeWPerK: 22,
    door: roomDoor,
    openingsPerHour: 4,
    openingSeconds: 20,
    curtainKgPerS: 0,
    lightsW: 50,
    fansW: 130,
    productKg: 700,
    productCp: frozenCp,
  },
} as const satisfies Readonly<Record<string, UnitKind>>
export type UnitKindName = keyof typeof unitKinds

const DESIGN_ROOM_C = 25
const DESIGN_HUMIDITY = 0.6
const IN_CASE_HUMIDITY = 0.8
/** Plants are chosen for 16 hours of run in a day of design weather, so that defrosts and warm goods fit in. */
const RUN_HOURS = 16

/** What the design day requires of a kind. */
export interface Sizing {
  readonly loadW: number
  readonly ratedW: number
  /** kg of frost in a day. */
  readonly frostKgPerDay: number
  /** Of {@link doorwayFlow}; 0 for open cases. */
  readonly doorway: number
}

export function sizingOf(kind: UnitKind): Sizing {
  const roomRatio = humidityRatio(DESIGN_ROOM_C, DESIGN_HUMIDITY)
  const caseRatio = IN_CASE_HUMIDITY * saturationRatio(kind.setpointC)
  const doorway =
    kind.door === null ? 0 : kind.door.factor * doorwayFactor(kind.door.areaM2, kind.door.heightM)
  const openShare = (kind.openingsPerHour * kind.openingSeconds) / 3_600
  const airKgPerS = kind.curtainKgPerS + openShare * doorwayFlow(doorway, kind.setpointC, DESIGN_ROOM_C)
  const airW = airKgPerS * (enthalpy(DESIGN_ROOM_C, roomRatio) - enthalpy(kind.setpointC, caseRatio))
  const loadW = kind.envelopeWPerK * (DESIGN_ROOM_C - kind.setpointC) + airW + kind.lightsW + kind.fansW
  return {
    loadW,
    ratedW: (loadW * 24) / RUN_HOURS,
    frostKgPerDay: airKgPerS * (roomRatio - caseRatio) * 86_400,
    doorway,
  }
}

const AIR_DROP_K = 4.5
const EFFECTIVENESS = 0.7

/** The coil that goes with a capacity: air is cooled by 4.5 K, and the refrigerant is about 10 K below the air. */
export interface Coil {
  /** W/K of the air stream with clean coil and all fans. */
  readonly streamWPerK: number
  /** Number of transfer units with all the air. */
  readonly transferUnits: number
  /** W/K from metal to refrigerant when all of the coil is wetted. */
  readonly refrigerantWPerK: number
  /** J/K */
  readonly heatCapacity: number
  /** kg at which three quarters of the air are blocked. */
  readonly blockingIceKg: number
}

const METAL_TO_REFRIGERANT_K = 3.5
const METAL_J_PER_K_PER_W = 8

export function coilOf(sizing: Sizing, defrostsPerDay: number): Coil {
  return {
    streamWPerK: sizing.ratedW / AIR_DROP_K,
    transferUnits: -Math.log(1 - EFFECTIVENESS),
    refrigerantWPerK: sizing.ratedW / METAL_TO_REFRIGERANT_K,
    heatCapacity: METAL_J_PER_K_PER_W * sizing.ratedW,
    blockingIceKg: Math.max(0.8, (2.5 * sizing.frostKgPerDay) / defrostsPerDay),
  }
}

/** kg/s of air that a stream of so many W/K is. */
export function streamKgPerS(wPerK: number): number {
  return wPerK / AIR_CP
}
