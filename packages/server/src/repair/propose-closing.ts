import { randomUUID } from 'node:crypto'
import { NOTHING_MEASURED } from '@coldkeep/domain/analysis/nothing-measured'
import {
  type CloseEvidence,
  judgeClosing,
  judgeProposed,
  quietOf,
  type WatchedAlarm,
  type WatchedCase,
  type WatchedHealth,
} from '@coldkeep/domain/repair/close-proposal'
import { type Clock, days, type EpochMs, epochMs, later, minutes } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import { SERVER } from '../audit/add-audit'
import type { Db } from '../db/connect'
import { readOnward } from '../filters/store-batches'
import type { RoundWork, SetAside } from '../tasks/set-aside'
import { insertRepairEvents, type RepairAct } from './event-queries'
import {
  type CaseDevice,
  type OpenCase,
  selectDaysOfFault,
  selectDeviceStates,
  selectOpenCases,
  selectWatchedAlarms,
  updateProposal,
} from './proposal-queries'

export interface ProposalParts {
  readonly db: Db
  readonly aside: SetAside
  readonly clock: Clock
  readonly log: Logger
  readonly shouldStop: () => boolean
}

/** Figures have a point at each of these; what stands is looked at in every round, so that a new alarm takes it back at once. */
const ALL_EVERY_MS = minutes(10)
const CASES_AT_ONCE = 200
/** Days of a long fault that are looked at for how bad it was. */
const MOST_FAULT_DAYS = 7

const openCases: RoundWork<OpenCase> = {
  round: 'close_proposals',
  nameOf: ({ storeId, repairCaseId }) => `${storeId}/${repairCaseId}`,
}

/** Once a minute: open cases propose to close, and take it back. */
export function proposalRounds(parts: ProposalParts): () => Promise<void> {
  const { clock, log } = parts
  let allAtMs = Number.NEGATIVE_INFINITY
  return async () => {
    const now = clock.now()
    const isProposing = now - allAtMs < ALL_EVERY_MS
    if (!isProposing) allAtMs = now
    const startedMs = performance.now()
    const done = await proposeClosing(parts, now, isProposing)
    if (done.proposed + done.withdrawn === 0) return
    log.info({ ...done, ms: Math.round(performance.now() - startedMs) }, 'cases of repair were judged')
  }
}

/**
 * Judges open cases in batches: four queries each, however many devices and alarms they have.
 * @param isProposing only those that propose to close
 */
export async function proposeClosing(
  { db, aside, shouldStop }: Omit<ProposalParts, 'clock' | 'log'>,
  now: EpochMs,
  isProposing: boolean,
): Promise<{ looked: number; proposed: number; withdrawn: number }> {
  const done = { looked: 0, proposed: 0, withdrawn: 0 }
  const read = (after: OpenCase | null) => selectOpenCases(db, after, CASES_AT_ONCE, isProposing)
  for await (const cases of readOnward(CASES_AT_ONCE, read)) {
    if (shouldStop()) break
    await aside.work(openCases, cases, now, async (some) => {
      const steps = await judge(db, some, now)
      for (const step of steps) {
        if (!(await write(db, step, now))) continue
        if (step.proposes === null) done.withdrawn += 1
        else done.proposed += 1
      }
    })
    done.looked += cases.length
  }
  return done
}

/** What changes of a case. */
interface Step {
  readonly of: OpenCase
  readonly proposes: CloseEvidence | null
  readonly act: RepairAct
}

async function judge(db: Db, cases: readonly OpenCase[], now: EpochMs): Promise<Step[]> {
  if (cases.length === 0) return []
  const alarms: WatchedAlarm[][] = cases.map(() => [])
  for (const { position, ...alarm } of await selectWatchedAlarms(db, cases)) alarms[position - 1]?.push(alarm)
  const candidates = cases.flatMap((of, index) => {
    const bare = { watchedFrom: of.reopenedAt ?? of.reportedAt, alarms: alarms[index] ?? [] }
    return of.closeProposedAt !== null || quietOf(bare, now).ok ? [{ of, bare }] : []
  })
  const devices: CaseDevice[] = []
  const owners: number[] = []
  for (const [owner, { of, bare }] of candidates.entries()) {
    for (const deviceId of of.deviceIds) {
      devices.push({ storeId: of.storeId, deviceId, ...faultOf(of, bare.alarms) })
      owners.push(owner)
    }
  }
  const states = await selectDeviceStates(db, devices)
  const faultDays = await selectDaysOfFault(db, devices)
  return candidates.flatMap(({ of, bare }, owner) => {
    const own = states.filter(({ position }) => owners[position - 1] === owner)
    const [state, ...others] = own
    const isOne = state !== undefined && others.length === 0
    const watched: WatchedCase = {
      ...bare,
      hasDevice: own.length > 0,
      health: isOne ? healthOf(state, faultDays) : null,
      lastReadingAt: oldest(own.map(({ lastReadingAt }) => lastReadingAt)),
    }
    const step = stepOf(of, watched, now)
    return step === null ? [] : [step]
  })
}

function stepOf(of: OpenCase, watched: WatchedCase, now: EpochMs): Step | null {
  const { closeProposedAt, closeProposal } = of
  if (closeProposedAt !== null && closeProposal !== null) {
    const because = judgeProposed(watched, closeProposal, closeProposedAt)
    return because === null
      ? null
      : { of, proposes: null, act: { kind: 'close_withdrawn', detail: { because } } }
  }
  const judged = judgeClosing(watched, now)
  if (!judged.ok) return null
  const { quietSince, figures } = judged.value
  const act: RepairAct = { kind: 'close_proposed', detail: { quietSince, figures: figures.length } }
  return { of, proposes: judged.value, act }
}

/** Both or neither. */
async function write(db: Db, { of, proposes, act }: Step, now: EpochMs): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const next = proposes === null ? null : { at: now, evidence: proposes }
    if (!(await updateProposal(trx, of, next))) return false
    const sent = { key: randomUUID(), happenedAt: now, receivedAt: now, by: SERVER }
    await insertRepairEvents(trx, of, sent, [act])
    return true
  })
}

/** From the first alarm, or the report, to the end of the last one, or a week later. */
function faultOf({ reportedAt }: OpenCase, alarms: readonly WatchedAlarm[]) {
  const faultFrom = epochMs(Math.min(reportedAt, ...alarms.map(({ startedAt }) => startedAt)))
  const endedAt = Math.max(reportedAt, ...alarms.flatMap((alarm) => alarm.endedAt ?? []))
  return { faultFrom, faultTo: epochMs(Math.min(endedAt, later(faultFrom, days(MOST_FAULT_DAYS)))) }
}

type DeviceState = Awaited<ReturnType<typeof selectDeviceStates>>[number]

/** `null`: a device without a zone, or one that has never been scored. */
function healthOf(
  { position, zone, losses, scoredAt, noScore, baseline, lastMeasured, lastOutdoorC }: DeviceState,
  faultDays: Awaited<ReturnType<typeof selectDaysOfFault>>,
): WatchedHealth | null {
  if (zone === null || losses === null) return null
  const measured = lastMeasured ?? (baseline === null ? NOTHING_MEASURED : null)
  const before = faultDays.filter((day) => day.position === position)
  return {
    scoredAt,
    noScore,
    hasProbeFault: losses.some(({ cause }) => cause === 'probe'),
    now: measured === null ? null : { zone, baseline, measured, outdoorC: lastOutdoorC },
    before: before.map((day) => ({ zone, baseline, measured: day.measured, outdoorC: day.outdoorC })),
  }
}

/** `null` where one of them is missing. */
function oldest(instants: readonly (EpochMs | null)[]): EpochMs | null {
  const known = instants.flatMap((at) => at ?? [])
  return known.length === 0 || known.length < instants.length ? null : epochMs(Math.min(...known))
}
