import type { listAlarms } from '@coldkeep/contract/areas/alarms'
import type { WarningKey } from '@coldkeep/contract/areas/health'
import type { GivenVerdict } from '@coldkeep/contract/areas/warning-verdicts'
import type { Answer } from '@coldkeep/contract/call'
import { warningKinds } from '@coldkeep/domain/alarms/early-warning-rules'
import type { AlarmState as RecordState } from '@coldkeep/domain/alarms/open-alarm'
import { type Priority, rankOf } from '@coldkeep/domain/alarms/priority'
import { formatMinutes } from '@coldkeep/phrases/format'
import type { PhraseKey, Translate } from '@coldkeep/phrases/keys'
import type { AlarmShape, AlarmState } from '../../parts/AlarmMark'

export type AlarmEntry = Answer<typeof listAlarms>['alarms'][number]

const SHAPES: readonly AlarmShape[] = [1, 2, 3, 4]

export function shapeOf(priority: Priority): AlarmShape {
  return SHAPES[rankOf(priority) - 1] ?? 4
}

const looks: Record<RecordState, AlarmState> = {
  unacknowledged: 'active',
  acknowledged: 'acknowledged',
  returned: 'returned',
  shelved: 'shelved',
  suppressed: 'acknowledged',
  out_of_service: 'shelved',
  cleared: 'acknowledged',
}

/** How the shape of an alarm in this state is drawn. */
export function lookOf({ state }: Pick<AlarmEntry, 'state'>): AlarmState {
  return looks[state]
}

export const stateWords: Readonly<Record<RecordState, PhraseKey & `handling.state.${string}`>> = {
  unacknowledged: 'handling.state.unacknowledged',
  acknowledged: 'handling.state.acknowledged',
  returned: 'handling.state.returned',
  shelved: 'handling.state.shelved',
  suppressed: 'handling.state.suppressed',
  out_of_service: 'handling.state.outOfService',
  cleared: 'handling.state.cleared',
}

/** Store and device, or the terminal of the store. */
export function placeText({ store, device }: Pick<AlarmEntry, 'store' | 'device'>, t: Translate): string {
  return `${store.name} · ${device?.name ?? t('handling.terminal')}`
}

/** How long it has been active, or was until it returned to normal. */
export function ageText(
  { startedAt, returnedAt, clearedAt }: Pick<AlarmEntry, 'startedAt' | 'returnedAt' | 'clearedAt'>,
  now: number,
  t: Translate,
): string {
  const end = returnedAt ?? clearedAt ?? now
  return formatMinutes(t, Math.max(0, (end - startedAt) / 60_000))
}

/** True while acknowledging it changes something. */
export function mayAcknowledge({ state }: Pick<AlarmEntry, 'state'>): boolean {
  return state === 'unacknowledged' || state === 'returned'
}

/** The early warning that an alarm is, the last one of those that it speaks of; `null` for other alarms. */
export function warningOf({ kind, device, lastRaisedAt }: AlarmEntry): WarningKey | null {
  const rule = warningKinds.find((one) => one === kind)
  return rule === undefined || device === null
    ? null
    : { deviceId: device.id, kind: rule, raised: lastRaisedAt }
}

/** What was said of an early warning, and who said it. */
export function verdictText({ says, by }: GivenVerdict, t: Translate): string {
  return t('handling.verdict.by', { verdict: t(`handling.verdict.says.${says}`), name: by })
}
