import { between, randomStream, uniform } from '@coldkeep/simulator/random'

interface Use {
  readonly fromMs: number
  readonly toMs: number
  readonly kw: number
}

const COUNT = 3
const LEAST_KW = 2
const MOST_KW = 6
const MEAN_REST_MS = 3_600_000
const LEAST_USE_MS = 4 * 60_000
const MEAN_MORE_USE_MS = 10 * 60_000
const HOUR_MS = 3_600_000

/**
 * Energy in kWh since the first instant of three appliances of 2 to 6 kW, each switched on once an hour or so for 14 minutes
 * on average: steps that cannot be foreseen, which the simulated store does not have.
 */
export function applianceKwh(seed: number, storeIndex: number, timesMs: readonly number[]): number[] {
  const uses = Array.from({ length: COUNT }, (_, index) => usesOf(seed, storeIndex, index, timesMs)).flat()
  uses.sort((a, b) => a.fromMs - b.fromMs)
  let doneKwh = 0
  let next = 0
  let running: Use[] = []
  return timesMs.map((atMs) => {
    for (let use = uses[next]; use !== undefined && use.fromMs < atMs; use = uses[++next]) running.push(use)
    doneKwh += running
      .filter(({ toMs }) => toMs <= atMs)
      .reduce((sum, use) => sum + kwhUntil(use, use.toMs), 0)
    running = running.filter(({ toMs }) => toMs > atMs)
    return running.reduce((sum, use) => sum + kwhUntil(use, atMs), doneKwh)
  })
}

function usesOf(seed: number, storeIndex: number, index: number, timesMs: readonly number[]): Use[] {
  const random = randomStream(seed, 'appliance', storeIndex, index)
  const exponential = (mean: number) => -mean * Math.log(1 - uniform(random))
  const kw = between(random, LEAST_KW, MOST_KW)
  const uses: Use[] = []
  let atMs = timesMs[0] ?? 0
  const endMs = timesMs.at(-1) ?? 0
  while (atMs < endMs) {
    const fromMs = atMs + exponential(MEAN_REST_MS)
    const toMs = fromMs + LEAST_USE_MS + exponential(MEAN_MORE_USE_MS)
    uses.push({ fromMs, toMs, kw })
    atMs = toMs
  }
  return uses
}

function kwhUntil({ fromMs, kw }: Use, untilMs: number): number {
  return (kw * (untilMs - fromMs)) / HOUR_MS
}
