import { type EpochMs, epochMs, later, minutes } from '@coldkeep/domain/time/instant'

/** What is known of an alarm that a case of repair can come of. */
export interface CaseAlarm {
  readonly deviceId: number
  readonly raisedAt: number
  /** `null`: it is not over. */
  readonly overAt: number | null
}

/** How a case of repair went; `null`: it has not come so far. */
export interface RepairCourse<Alarm extends CaseAlarm> {
  readonly alarm: Alarm
  readonly reportedAt: EpochMs
  readonly acknowledgedAt: EpochMs | null
  readonly arrivedAt: EpochMs | null
  /** The end of the work: the equipment may take longer to be cold again. */
  readonly workedUntil: EpochMs | null
  /** The case is closed. */
  readonly endedAt: EpochMs | null
}

/** Minutes from the alarm to the report, from the report to the first reaction and to the arrival, and of work. */
const paces = [
  { report: 9, reaction: 4, arrival: 55, work: 40 },
  { report: 24, reaction: 11, arrival: 130, work: 75 },
  { report: 6, reaction: 17, arrival: 85, work: 35 },
  { report: 41, reaction: 8, arrival: 240, work: 110 },
  { report: 15, reaction: 32, arrival: 175, work: 60 },
  { report: 12, reaction: 6, arrival: 70, work: 50 },
  { report: 33, reaction: 75, arrival: 390, work: 95 },
] as const

/**
 * The cases that come of alarms, in their order: of each that is long enough, none while another one of its device is open,
 * at the pace of people, and as far as the time is now.
 */
export function repairCourses<Alarm extends CaseAlarm>(
  alarms: readonly Alarm[],
  now: EpochMs,
  most: number,
): readonly RepairCourse<Alarm>[] {
  const courses: RepairCourse<Alarm>[] = []
  const busyUntil = new Map<number, number>()
  for (const alarm of alarms.toSorted((a, b) => a.raisedAt - b.raisedAt)) {
    const pace = paces[courses.length % paces.length]
    if (pace === undefined || courses.length >= most) break
    const reportedAt = later(epochMs(alarm.raisedAt), minutes(pace.report))
    const isOver = alarm.overAt !== null && alarm.overAt < reportedAt
    if (isOver || reportedAt > now || (busyUntil.get(alarm.deviceId) ?? 0) >= alarm.raisedAt) continue
    const arrivedAt = later(reportedAt, minutes(pace.arrival))
    const workedUntil = later(arrivedAt, minutes(pace.work))
    // no case is closed before it is cold again
    const endedAt = epochMs(Math.max(workedUntil, alarm.overAt ?? Infinity))
    const known = (at: number) => (at <= now ? epochMs(at) : null)
    courses.push({
      ...{ alarm, reportedAt, acknowledgedAt: known(later(reportedAt, minutes(pace.reaction))) },
      ...{ arrivedAt: known(arrivedAt), workedUntil: known(workedUntil), endedAt: known(endedAt) },
    })
    busyUntil.set(alarm.deviceId, endedAt)
  }
  return courses
}
