import type { TemperatureZone } from '../organisation/device'
import type { HealthIndicator } from './health-indicators'
import type { HealthScore } from './health-score'

/** What a device may suffer from, to be checked by a person. */
const healthHints = [
  'refrigerant_leak',
  'dirty_condenser',
  'iced_evaporator',
  'evaporator_fan',
  'door_or_seal',
  'probe_reads_high',
  'probe_reads_low',
  'contactor_welded',
  'short_cycling',
] as const
export type HealthHint = (typeof healthHints)[number]

const columns = [
  'deviation',
  'recovery',
  'run_ratio',
  'starts',
  'pull_down',
  'coil_difference',
  'energy',
] as const satisfies readonly HealthIndicator[]

/** Signs of each fault in the order of the columns: 2 strong, 1 clear, 0.5 late or sometimes; negative: below. */
const signatures: Readonly<Record<HealthHint, readonly number[]>> = {
  refrigerant_leak: [0.5, 1, 2, -1, -2, -1, 0],
  dirty_condenser: [0, 0.5, 1, 0, -1, -0.5, 2],
  iced_evaporator: [0.5, 2, 1, 0, -1, 2, 1],
  evaporator_fan: [0.5, 1, 0.5, 0, -1, 2, 0],
  door_or_seal: [1, 1, 2, 0, -1, 0, 1],
  probe_reads_high: [0, 0, 1, 0, 0, 1, 1],
  probe_reads_low: [0, 0, -1, 0, 0, -1, -1],
  contactor_welded: [-1, 0, 2, 0, 0, 0, 1],
  short_cycling: [0, 0, 0, 2, 0, 0, 1],
}

const HINTED_BELOW = 85
const LEAST_COSINE = 0.6

/**
 * The fault whose signature lies closest, by the cosine of the angle, to the losses of a score, each signed
 * by the side on which its indicator lies. The door and the cap of a breach are in no signature and are left
 * out.
 * @returns null for a score of 85 and above, for a hot case, which has other faults, and where nothing comes
 * close
 */
export function hintOf(zone: TemperatureZone, { score, losses }: HealthScore): HealthHint | null {
  if (zone === 'HOT' || score >= HINTED_BELOW) return null
  const observed = columns.map((column) => signedLoss(losses, column))
  let [closest, highest]: [HealthHint | null, number] = [null, LEAST_COSINE]
  for (const hint of healthHints) {
    const cosine = cosineOf(observed, signatures[hint])
    if (cosine < highest || (cosine === highest && closest !== null)) continue
    closest = hint
    highest = cosine
  }
  return closest
}

/** Superheat takes the coil's column: a starved coil has too much of it and too small a difference to the air. */
function signedLoss(losses: HealthScore['losses'], column: HealthIndicator): number {
  let sum = 0
  for (const { cause, points, side = 0 } of losses) {
    if (cause === column) sum += side * points
    else if (cause === 'superheat' && column === 'coil_difference') sum -= side * points
  }
  return sum
}

function cosineOf(a: readonly number[], b: readonly number[]): number {
  const product = dot(a, b)
  return product === 0 ? 0 : product / Math.sqrt(dot(a, a) * dot(b, b))
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] as number), 0)
}
