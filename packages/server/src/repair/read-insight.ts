import type { RepairCurve } from '@coldkeep/contract/areas/repair-insight'
import { defaultRule } from '@coldkeep/domain/alarms/default-rules'
import type { LimitRule } from '@coldkeep/domain/alarms/limit-rule'
import { curveSpans } from '@coldkeep/domain/repair/curve-spans'
import { findRepeats, type Repeat } from '@coldkeep/domain/repair/repeats'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { Period } from '@coldkeep/domain/time/period'
import type { ShownAlarm } from '../alarms/shown-alarm-queries'
import type { Db } from '../db/connect'
import { figuresAt } from '../settings/figures-at'
import type { RepairCase } from './case-queries'
import { selectCurvePoint } from './curve-queries'
import type { RepairEvent } from './event-queries'
import { selectCasesOfDevice } from './repeat-queries'

/** What is made of a case beside what people entered. */
export interface CaseInsight {
  readonly repeat: Repeat | null
  readonly curve: CaseCurve | null
}

type CaseCurve = Omit<RepairCurve, 'before' | 'after'> & ReturnType<typeof curveSpans>
type Moment = CaseCurve['moments'][number]

const DEFAULT_PERIOD_SECONDS = 300

interface KnownOfCase {
  readonly events: readonly RepairEvent[]
  readonly alarms: readonly ShownAlarm[]
}

export async function readInsight(
  db: Db,
  row: RepairCase,
  known: KnownOfCase,
  now: EpochMs,
): Promise<CaseInsight> {
  const { deviceId } = row
  if (deviceId === null) return { repeat: null, curve: null }
  const [cases, point, [chosen]] = await Promise.all([
    selectCasesOfDevice(db, { ...row, deviceId }),
    selectCurvePoint(db, row.storeId, deviceId),
    figuresAt(db, [{ storeId: row.storeId, at: now, choiceIds: null }]),
  ])
  const repeat = findRepeats(cases).get(row.repairCaseId) ?? null
  if (point === null) return { repeat, curve: null }
  const { zone, country, hasRules, rule, periodSeconds, pointId, name, unit } = point
  const figures = zone === null ? undefined : chosen?.figures[zone]
  const usual = defaultRule({ kind: 'air_temperature' }, zone, country, false, figures)
  const moments = momentsOf(row, known)
  const at = (kind: Moment['kind']) => moments.find((moment) => moment.kind === kind)?.at
  const repaired = at('repaired') ?? row.closeProposal?.quietSince ?? at('closed') ?? null
  const spans = curveSpans({
    reportedAt: row.reportedAt,
    firstAlarmAt: epochOrNull(at('alarm')),
    repairedAt: epochOrNull(repaired),
  })
  return {
    repeat,
    curve: {
      point: { id: pointId, name, unit },
      periodSeconds: periodSeconds ?? DEFAULT_PERIOD_SECONDS,
      limits: limitsOf(hasRules ? rule : usual),
      moments,
      ...(spans satisfies { before: Period; after: Period | null }),
    },
  }
}

/** The first alarm and the end of the last one, the report, the end of the last work, and the end of the case. */
function momentsOf({ reportedAt, closedAt }: RepairCase, { events, alarms }: KnownOfCase): Moment[] {
  const started = alarms.map((alarm) => alarm.startedAt)
  const ended = alarms.map((alarm) => alarm.returnedAt ?? alarm.clearedAt)
  const isOver = ended.length > 0 && ended.every((at) => at !== null)
  const worked = events.flatMap((event) => (event.kind === 'labour' ? [Number(event.detail.to)] : []))
  const moments: Moment[] = [
    { kind: 'reported', at: reportedAt },
    ...(started.length > 0 ? [{ kind: 'alarm', at: Math.min(...started) } as const] : []),
    ...(isOver ? [{ kind: 'alarm_over', at: Math.max(...ended.map(Number)) } as const] : []),
    ...(worked.length > 0 ? [{ kind: 'repaired', at: Math.max(...worked) } as const] : []),
    ...(closedAt !== null ? [{ kind: 'closed', at: closedAt } as const] : []),
  ]
  return moments.toSorted((a, b) => a.at - b.at)
}

function limitsOf(rule: LimitRule | null): CaseCurve['limits'] {
  if (rule === null) return []
  return [
    ...(rule.highDelayMinutes >= 0 ? [{ side: 'high', value: rule.highLimit } as const] : []),
    ...(rule.lowDelayMinutes >= 0 ? [{ side: 'low', value: rule.lowLimit } as const] : []),
  ]
}

function epochOrNull(at: number | null | undefined): EpochMs | null {
  return at === null || at === undefined ? null : epochMs(at)
}
