import type { CaseSpec } from './physics/case-spec'
import type { FaultEffects } from './physics/effects'

export const deviceFaults = [
  'leak',
  'dirty_condenser',
  'iced_evaporator',
  'evaporator_fan',
  'door_ajar',
  'probe_reads_high',
  'probe_reads_low',
  'contactor_welded',
  'contactor_dead',
] as const
export const linkFaults = ['device_silent', 'device_garbled', 'terminal_offline'] as const
export type DeviceFault = (typeof deviceFaults)[number]
export type Fault = DeviceFault | (typeof linkFaults)[number]

/** The truth about one fault: what the analyses are later judged against. */
export interface FaultLabel {
  /** Position of the device in its store; `null` for the whole store. */
  readonly deviceIndex: number | null
  readonly fault: Fault
  readonly startMs: number
  /** Days until the fault is fully grown; 0: at once. */
  readonly rampDays: number
  /** How bad it gets, 0 to 1. */
  readonly severity: number
  /** `null` while it has not been repaired. */
  readonly endMs: number | null
}

const DAY_MS = 86_400_000
const GARBLED_SHARE = 0.2
const DRIFT_K = 4
const CONTACTOR_FAILS_ABOVE = 0.5
/** Colder cases keep their ice between defrosts and need the heater; warmer ones clear their coil in every pause. */
const CLEARS_ITSELF_ABOVE_C = -10

/** How far the fault has grown: 0 before its start and after its end. */
export function severityAt(label: FaultLabel, atMs: number): number {
  if (atMs < label.startMs || (label.endMs !== null && atMs >= label.endMs)) return 0
  const grown = label.rampDays > 0 ? (atMs - label.startMs) / (label.rampDays * DAY_MS) : 1
  return label.severity * Math.min(1, grown)
}

/** Sets `effects` to what the labels of one device do to its physics at this moment. */
export function setEffects(
  effects: FaultEffects,
  labels: readonly FaultLabel[],
  atMs: number,
  spec: Pick<CaseSpec, 'setpointC'>,
): void {
  effects.charge = 1
  effects.refrigerantUa = 1
  effects.condenser = 1
  effects.defrostHeat = 1
  effects.airSide = 1
  effects.fan = 1
  effects.infiltration = 1
  effects.probeDriftK = 0
  effects.contactor = 'free'
  for (const label of labels) {
    const severity = severityAt(label, atMs)
    if (severity > 0) addEffect(effects, label.fault, severity, spec)
  }
}

function addEffect(
  effects: FaultEffects,
  fault: Fault,
  severity: number,
  spec: Pick<CaseSpec, 'setpointC'>,
): void {
  switch (fault) {
    case 'leak':
      effects.charge *= 1 - 0.6 * severity
      effects.refrigerantUa *= 1 - 0.4 * severity
      return
    case 'dirty_condenser':
      effects.condenser *= 1 - 0.7 * severity
      return
    case 'iced_evaporator':
      if (spec.setpointC > CLEARS_ITSELF_ABOVE_C) effects.airSide *= 1 - 0.7 * severity
      else effects.defrostHeat *= 1 - severity
      return
    case 'evaporator_fan':
      effects.fan *= (1 - severity) ** 0.7
      return
    case 'door_ajar':
      effects.infiltration *= 1 + 6 * severity
      return
    case 'probe_reads_high':
      effects.probeDriftK += DRIFT_K * severity
      return
    case 'probe_reads_low':
      effects.probeDriftK -= DRIFT_K * severity
      return
    case 'contactor_welded':
      if (severity > CONTACTOR_FAILS_ABOVE) effects.contactor = 'stuck_on'
      return
    case 'contactor_dead':
      if (severity > CONTACTOR_FAILS_ABOVE) effects.contactor = 'stuck_off'
      return
    case 'device_silent':
    case 'device_garbled':
    case 'terminal_offline':
      return
  }
}

/** Chance that one poll of a device fails, and how it looks then. */
export function replyFault(
  labels: readonly FaultLabel[],
  atMs: number,
): { readonly kind: 'silent' | 'garbled'; readonly share: number } | null {
  for (const label of labels) {
    if (severityAt(label, atMs) === 0) continue
    if (label.fault === 'device_silent') return { kind: 'silent', share: 1 }
    if (label.fault === 'device_garbled') return { kind: 'garbled', share: GARBLED_SHARE }
  }
  return null
}

export function isTerminalOffline(labels: readonly FaultLabel[], atMs: number): boolean {
  return labels.some((label) => label.fault === 'terminal_offline' && severityAt(label, atMs) > 0)
}
