import type {
  FirmwareJobState,
  InstallationState,
  WireFirmwareJob,
} from '@coldkeep/contract/areas/firmware-jobs'
import type { Translate } from '@coldkeep/phrases/keys'
import type { JobPart, JobPartKind } from '../../kit/job/JobProgress'
import type { Status } from '../../kit/StatusTag'

type Group =
  | 'waiting'
  | 'transferring'
  | 'installing'
  | 'checking'
  | 'done'
  | 'failed'
  | 'unreachable'
  | 'cancelled'

/** In the order in which one becomes the other. */
const kinds = {
  waiting: 'waiting',
  transferring: 'running',
  installing: 'running',
  checking: 'running',
  done: 'done',
  failed: 'failed',
  unreachable: 'unreached',
  cancelled: 'unreached',
} as const satisfies Record<Group, JobPartKind>

/** What each state of a terminal counts as, and how it looks by itself. */
const looks = {
  refused: { group: 'failed', status: 'failed' },
  failed: { group: 'failed', status: 'failed' },
  rolled_back: { group: 'failed', status: 'failed' },
  lost: { group: 'unreachable', status: 'offline' },
  waiting: { group: 'waiting', status: 'waiting' },
  told: { group: 'waiting', status: 'waiting' },
  downloading: { group: 'transferring', status: 'running' },
  downloaded: { group: 'transferring', status: 'running' },
  verified: { group: 'installing', status: 'running' },
  installing: { group: 'installing', status: 'running' },
  restarting: { group: 'installing', status: 'running' },
  confirming: { group: 'checking', status: 'running' },
  done: { group: 'done', status: 'done' },
  cancelled: { group: 'cancelled', status: 'locked' },
} as const satisfies Record<InstallationState, { readonly group: Group; readonly status: Status }>

type Counts = WireFirmwareJob['counts']

export function statusOf(state: InstallationState): Status {
  return looks[state].status
}

const statesIn = (...groups: readonly Group[]) =>
  (Object.keys(looks) as InstallationState[]).filter((state) => groups.includes(looks[state].group))

/** States of terminals that did not get it. */
export const failedStates = statesIn('failed', 'unreachable')

/** Terminals by what they count as. Nothing is cancelled in most jobs, so that is left out where it is nothing. */
export function partsOf(counts: Counts, t: Translate): readonly JobPart[] {
  const sums = sumsOf(counts)
  return (Object.keys(kinds) as Group[])
    .filter((group) => group !== 'cancelled' || sums.cancelled > 0)
    .map((group) => ({
      key: group,
      label: t(`firmware.group.${group}`),
      kind: kinds[group],
      count: sums[group],
    }))
}

/** How many terminals count as what. */
export function sumsOf(counts: Counts): Readonly<Record<Group, number>> {
  const sums = Object.fromEntries(Object.keys(kinds).map((group) => [group, 0])) as Record<Group, number>
  for (const { state, terminals } of counts) sums[looks[state].group] += terminals
  return sums
}

export function terminalsOf(counts: Counts): number {
  return counts.reduce((sum, { terminals }) => sum + terminals, 0)
}

export function jobName(job: Pick<WireFirmwareJob, 'type' | 'version' | 'isRollback'>, t: Translate): string {
  return t(job.isRollback ? 'firmware.jobs.backName' : 'firmware.jobs.name', job)
}

const jobStatuses = {
  running: 'running',
  held: 'waiting',
  paused: 'waiting',
  done: 'done',
  cancelled: 'locked',
} as const satisfies Record<FirmwareJobState, Status>

export function jobStatus({ state, counts }: Pick<WireFirmwareJob, 'state' | 'counts'>): Status {
  return state === 'done' && sumsOf(counts).failed > 0 ? 'failed' : jobStatuses[state]
}

/** Neither done nor cancelled. */
export function isOpen(state: FirmwareJobState): boolean {
  return state === 'running' || state === 'held' || state === 'paused'
}

/** How long to the next look: later each time where the service does not answer. */
export function refreshAfter(refreshMs: number, misses: number): number {
  return misses < MISSES_OF_DELAY ? refreshMs : Math.min(refreshMs * 2 ** (misses - 1), LONGEST_REFRESH_MS)
}

/** From so many missed looks on, the state of a job is delayed. */
export const MISSES_OF_DELAY = 2
const LONGEST_REFRESH_MS = 60_000
