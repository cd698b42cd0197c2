import { type EpochMs, epochMs, later, minutes } from '../time/instant'
import { awaitedOf } from './awaited'
import { type InstallWindow, nextWindow } from './store-window'

/** Terminals of a wave that are alike and equally far. */
export interface JobGroup {
  readonly zone: string
  readonly hardware: string
  /** Until when their stores have put it off. */
  readonly notBefore: EpochMs | null
  /** `unreached`: neither over nor online. */
  readonly phase: 'waiting' | 'at_work' | 'over' | 'unreached'
  readonly terminals: number
}

export interface JobCourse {
  readonly window: InstallWindow
  /** Terminals that install at the same time. */
  readonly rate: number
  readonly soakMs: number
  /** What one installation takes; null: none has ended yet. */
  readonly installMs: number | null
  /** From the wave that is under way. */
  readonly waves: readonly (readonly JobGroup[])[]
  /** When the next wave begins, where the job waits between two. */
  readonly nextWaveAt: EpochMs | null
}

/** No end is more exact than that. */
const STEP_MS = minutes(5)

/**
 * About when a job ends that nothing stops: as many at once as it may, one turn after the other, each in the window of its
 * stores; the time to watch after each wave but the last. Terminals out of reach are not counted.
 *
 * It takes a step for each turn.
 * @returns whole five minutes; null where it cannot be known: nothing has shown how long an installation takes, or the
 * wave waits for terminals out of reach alone
 */
export function expectedEnd(course: JobCourse, now: EpochMs): EpochMs | null {
  const { installMs, soakMs, waves, nextWaveAt } = course
  if (installMs === null) return null
  let at = now
  let left: readonly JobGroup[] = []
  for (const [index, own] of waves.entries()) {
    const isLast = index === waves.length - 1
    const wave = [...left, ...own].map((group) => ({ ...group, isPostponed: isPostponed(group, at) }))
    const awaited = isLast ? wave : awaitedOf(wave)
    left = wave.filter((group) => !awaited.includes(group))
    if (index === 0 && isOutOfReach(awaited)) return null
    if (index === 0 && nextWaveAt !== null) at = epochMs(Math.max(at, nextWaveAt))
    else if (awaited.length > 0)
      at = later(endOfWave(awaited, { ...course, installMs }, at), isLast ? 0 : soakMs)
  }
  return epochMs(Math.ceil(at / STEP_MS) * STEP_MS)
}

type Pace = Pick<JobCourse, 'window' | 'rate'> & { readonly installMs: number }

function endOfWave(groups: readonly JobGroup[], { window, rate, installMs }: Pace, start: EpochMs): EpochMs {
  const atWork = groups.reduce((sum, { phase, terminals }) => sum + (phase === 'at_work' ? terminals : 0), 0)
  const windowAt = ({ zone, notBefore }: JobGroup, at: EpochMs) => nextWindow(window, zone, { notBefore }, at)
  let queue = groups
    .filter(({ phase }) => phase === 'waiting')
    .map((group) => ({ group, left: group.terminals, open: windowAt(group, start) }))
  let turn = start
  let end = atWork > 0 ? later(start, installMs) : start
  let free = rate - atWork
  while (queue.length > 0) {
    queue = queue.map((one) => (one.open.endAt <= turn ? { ...one, open: windowAt(one.group, turn) } : one))
    const opensAt = epochMs(Math.min(...queue.map(({ open }) => open.startAt)))
    if (opensAt > turn) {
      turn = opensAt
      free = rate
      continue
    }
    if (free > 0) end = epochMs(Math.max(end, turn + installMs))
    queue = queue.flatMap((one) => {
      const begun = one.open.startAt > turn ? 0 : Math.max(0, Math.min(free, one.left))
      free -= begun
      return begun === one.left ? [] : [{ ...one, left: one.left - begun }]
    })
    turn = later(turn, Math.max(1, installMs))
    free = rate
  }
  return end
}

function isPostponed({ phase, notBefore }: JobGroup, at: EpochMs): boolean {
  return phase === 'waiting' && (notBefore ?? at) > at
}

function isOutOfReach(groups: readonly JobGroup[]): boolean {
  const has = (...phases: readonly JobGroup['phase'][]) => groups.some(({ phase }) => phases.includes(phase))
  return has('unreached') && !has('waiting', 'at_work')
}
