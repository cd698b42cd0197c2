import { judgeField } from '@coldkeep/domain/firmware/judge-field'
import { shareHours } from '@coldkeep/domain/firmware/shared-hours'
import { type EpochMs, minutes } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import type { FieldGate, PauseReason } from '../db/firmware-tables'
import { type JobMember, type ShownFirmwareJob, selectMembers } from './job-queries'
import { readCourses } from './read-courses'

/** With fewer that were not updated each terminal is held against its own week as well. */
const FEW_OTHERS = 200

/**
 * Reads how the terminals did that a job has updated so far, and as many others as show something, and judges it. It takes
 * seconds with a thousand stores, so nothing is locked meanwhile.
 */
export async function judgeGate(
  db: Db,
  { jobId, wave, type, plan }: Pick<ShownFirmwareJob, 'jobId' | 'wave' | 'type' | 'plan'>,
  now: EpochMs,
): Promise<FieldGate> {
  const members = await selectMembers(db, { jobId, wave: 1, type }, now)
  const others = members
    .filter((member) => member.wave > wave && member.state === 'waiting')
    .sort((a, b) => compareTexts(kindOf(a), kindOf(b)))
  const updated = members.filter((member) => member.wave <= wave).flatMap(updatedOf)
  const groups = shareHours(updated, others, minutes(plan.soakMinutes), now)
  const courses = await readCourses(db, groups, others.length < FEW_OTHERS, now)
  const verdict = judgeField(courses)
  // one may be looked at in several hours
  const distinct = (hoursOfOthers: number) => Math.min(hoursOfOthers, others.length)
  const judged = {
    ...{ wave, judgedAt: now },
    updated: courses.filter(({ isUpdated }) => isUpdated).length,
    others: distinct(courses.filter(({ isUpdated }) => !isUpdated).length),
  }
  if (verdict.kind === 'go_on') return { ...judged, comparisons: verdict.comparisons, finding: null }
  const finding = { ...verdict.finding, kind: 'field' as const, others: distinct(verdict.finding.others) }
  return { ...judged, comparisons: null, finding: named(finding, members) }
}

function updatedOf(member: JobMember) {
  const { state, beganAt, changedAt } = member
  return state === 'done' && beganAt !== null ? { ...member, beganAt, doneAt: changedAt } : []
}

/** What a reason falls on as people know it: vendors by their names; null where it has none. */
export function named<Reason extends Pick<PauseReason, 'about'>>(
  reason: Reason,
  members: readonly JobMember[],
): Reason {
  const { about } = reason
  if (about === null) return reason
  const vendor = members.find(({ vendorId }) => String(vendorId) === about.name)?.vendor
  const name = about.kind === 'vendor' ? (vendor ?? '') : about.name
  return { ...reason, about: name === '' ? null : { ...about, name } }
}

function kindOf({ hardware, vendorId, deviceModels }: JobMember): string {
  return [hardware, vendorId, ...deviceModels.toSorted()].join('\n')
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
