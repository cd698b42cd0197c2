import type { WarningKind } from '../alarms/early-warning-rules'
import type { HealthHint } from '../analysis/fault-signatures'
import type { DeviceId } from '../ids'

/** Rules by which something is suggested to who helps a store; people say of each whether it helped. */
export type TipRule =
  | 'host_lost'
  | 'bus_silent'
  | 'bus_noisy'
  | 'alarm_high'
  | 'alarm_low'
  | 'alarm_lost'
  | 'warning'
  | `fault_${HealthHint}`
  | 'loss'
  | 'drift'

/** An alarm that is open, by what it is about. */
export interface TipAlarm {
  readonly branch: 'low' | 'high' | 'lost' | 'host_lost' | WarningKind
  readonly deviceId: DeviceId | null
}

/** How requests to a device went in the last day. */
export interface TipBus {
  readonly deviceId: DeviceId
  /** It has been given up. */
  readonly isSilent: boolean
  /** Per hundred requests; `null`: there were none. */
  readonly answerRate: number | null
}

/** What the score of a device says of it. */
export interface TipHealth {
  readonly deviceId: DeviceId
  readonly score: number | null
  readonly hint: HealthHint | null
}

/** What is known of a store and of the devices that it is about. */
export interface TipFacts<Alarm extends TipAlarm, Bus extends TipBus, Health extends TipHealth> {
  readonly alarms: readonly Alarm[]
  readonly buses: readonly Bus[]
  readonly health: readonly Health[]
  /** Devices of which parameters were changed from elsewhere, and no one has looked at it. */
  readonly drifted: readonly DeviceId[]
}

/** Something to try, with the fact that it comes from. */
export type Tip<Alarm, Bus, Health> = {
  readonly rule: TipRule
  /** `null`: the store as a whole. */
  readonly deviceId: DeviceId | null
} & (
  | { readonly from: 'alarm'; readonly fact: Alarm }
  | { readonly from: 'bus'; readonly fact: Bus }
  | { readonly from: 'health'; readonly fact: Health }
  | { readonly from: 'drift' }
)

/** Below it requests of a day went astray more often than a bus in order lets them; our own choice. */
const NOISY_ANSWER_RATE = 95
/** From here on a score is not what a device in order has: the class below `good`. */
const LOW_SCORE = 80

const ruleOfAlarm: Readonly<Record<TipAlarm['branch'], TipRule>> = {
  host_lost: 'host_lost',
  high: 'alarm_high',
  low: 'alarm_low',
  lost: 'alarm_lost',
  threshold: 'warning',
  falling: 'warning',
  oscillation: 'warning',
}

/** In the order in which they are tried: what hides everything else first, what can wait last. */
const ORDER: readonly (TipRule | 'fault')[] = [
  'host_lost',
  'bus_silent',
  'alarm_high',
  'alarm_low',
  'fault',
  'alarm_lost',
  'bus_noisy',
  'drift',
  'loss',
  'warning',
]

/** What is worth a try, each rule once for a device. A likely fault stands for the warning and the losses that it explains. */
export function tipsOf<Alarm extends TipAlarm, Bus extends TipBus, Health extends TipHealth>({
  alarms,
  buses,
  health,
  drifted,
}: TipFacts<Alarm, Bus, Health>): Tip<Alarm, Bus, Health>[] {
  const named = new Set(health.filter(({ hint }) => hint !== null).map(({ deviceId }) => deviceId))
  const silent = new Set(buses.filter(({ isSilent }) => isSilent).map(({ deviceId }) => deviceId))
  const tips: Tip<Alarm, Bus, Health>[] = [
    ...alarms.map((fact) => ({
      rule: ruleOfAlarm[fact.branch],
      deviceId: fact.deviceId,
      from: 'alarm' as const,
      fact,
    })),
    ...buses.flatMap((fact) => {
      const isNoisy = fact.answerRate !== null && fact.answerRate < NOISY_ANSWER_RATE
      if (!fact.isSilent && !isNoisy) return []
      const rule = fact.isSilent ? ('bus_silent' as const) : ('bus_noisy' as const)
      return [{ rule, deviceId: fact.deviceId, from: 'bus' as const, fact }]
    }),
    ...health.flatMap((fact): Tip<Alarm, Bus, Health>[] => {
      const { deviceId, hint, score } = fact
      if (hint !== null) return [{ rule: `fault_${hint}`, deviceId, from: 'health', fact }]
      return score !== null && score < LOW_SCORE ? [{ rule: 'loss', deviceId, from: 'health', fact }] : []
    }),
    ...drifted.map((deviceId) => ({ rule: 'drift' as const, deviceId, from: 'drift' as const })),
  ]
  const seen = new Set<string>()
  return tips
    .filter(({ rule, deviceId }) => {
      if (deviceId !== null && rule === 'warning' && named.has(deviceId)) return false
      // who does not answer is a matter of the bus
      if (deviceId !== null && rule === 'alarm_lost' && silent.has(deviceId)) return false
      const key = `${rule}/${deviceId}`
      if (seen.has(key)) return false
      seen.add(key)
      return true
    })
    .sort((a, b) => placeOf(a.rule) - placeOf(b.rule))
}

function placeOf(rule: TipRule): number {
  return ORDER.indexOf(rule.startsWith('fault_') ? 'fault' : rule)
}

/** Uses from which on it is shown how often a rule helped: of fewer it says little. */
export const FEWEST_VERDICTS = 20

/** The question of help that belongs to a rule, by its key. */
export function questionOfTip(rule: TipRule): string {
  if (rule.startsWith('fault_probe') || rule === 'fault_coil_probe') return 'broken-probe'
  if (rule.startsWith('fault_')) return 'score-fell'
  return questions[rule as keyof typeof questions]
}

const questions = {
  host_lost: 'terminal-silent',
  bus_silent: 'device-silent',
  bus_noisy: 'device-silent',
  alarm_high: 'warm-case-first',
  alarm_low: 'which-limits',
  alarm_lost: 'broken-probe',
  warning: 'early-warnings',
  loss: 'score-fell',
  drift: 'undo-write',
} as const satisfies Record<Exclude<TipRule, `fault_${string}`>, string>
