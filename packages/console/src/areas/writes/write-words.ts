import type { WireControl, WireWrite, WireWriteLine } from '@coldkeep/contract/areas/writes'
import {
  MOST_WITHOUT_APPROVAL,
  riskOfAll,
  riskOfWrite,
  type WriteRisk,
} from '@coldkeep/domain/writes/judge-risk'
import type { LineState } from '@coldkeep/domain/writes/line-state'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import { lineText, valueText } from '@coldkeep/phrases/write-text'
import type { Status } from '../../kit/StatusTag'

const riskNames = { 1: 'low', 2: 'medium', 3: 'high' } as const

export function riskName(risk: WriteRisk): 'low' | 'medium' | 'high' {
  return riskNames[risk]
}

export const lineStatus: Record<LineState, Status> = {
  awaiting: 'waiting',
  queued: 'waiting',
  delivered: 'running',
  written: 'running',
  confirmed: 'done',
  answered: 'done',
  failed: 'failed',
  timed_out: 'failed',
  expired: 'expired',
  refused: 'failed',
  withdrawn: 'locked',
  rejected: 'locked',
}

/** A switch has two values. */
export function isSwitch({ lowest, highest, step }: WireControl): boolean {
  return lowest === 0 && highest === 1 && step === 1
}

/** Device and what is written, or how many devices. */
export function writeText(write: WireWrite, language: Language, t: Translate): string {
  const [first] = write.lines
  if (first === undefined) return ''
  const where = write.lines.length === 1 ? first.device.name : t('writes.many', { count: write.lines.length })
  return `${where} · ${lineText(first, language, t)}`
}

/** The reason for its state, where it did not go as requested; `null` where there is nothing to add. */
export function reasonText(
  { approval, notified, decidedBy, decisionNote }: WireWrite,
  { state, error }: WireWriteLine,
  t: Translate,
): string | null {
  if (error !== null) return error
  const name = decidedBy ?? ''
  if (state === 'awaiting') return notified === 0 ? t('writes.toldNobody') : null
  if (state === 'rejected') return t('writes.told.rejectedBy', { name, reason: decisionNote })
  if (state === 'withdrawn') return approval === 'withdrawn' ? t('writes.told.withdrawnBy', { name }) : null
  if (state === 'expired') return t(approval === 'expired' ? 'writes.notApproved' : 'writes.meaning.expired')
  return state === 'answered' ? t('writes.meaning.answered') : null
}

/** The life of a memory is no exact figure. */
const LIFE_STEP = 100

/** What a write does to the memory of the controller, where that is why a second person approves it. */
export function wearText({ wear }: WireWriteLine, t: Translate): string | null {
  if (wear === null) return null
  const { above, most, left } = wear
  return t(`writes.wearAbove.${above}`, { most, left: Math.floor(left / LIFE_STEP) * LIFE_STEP })
}

/** States of the lines, those that need attention first. */
const order: readonly LineState[] = [
  'failed',
  'refused',
  'timed_out',
  'expired',
  'awaiting',
  'queued',
  'delivered',
  'written',
  'rejected',
  'withdrawn',
  'answered',
  'confirmed',
]

export function worstState({ lines }: WireWrite): LineState {
  const states = lines.map(({ state }) => state)
  return order.find((state) => states.includes(state)) ?? 'withdrawn'
}

/** What the server will judge a write to be, and why where it is high. */
export function judgedRisk(
  control: WireControl,
  value: number | null,
  devices: number,
): { readonly risk: WriteRisk; readonly why: 'many' | 'unusual' | 'unknown' | null } {
  const single = riskOfWrite({ effect: control.judgedAs }, value, control.usual)
  const risk = riskOfAll(Array.from({ length: devices }, () => single))
  if (risk < 3) return { risk, why: null }
  if (single < 3) return { risk, why: 'many' }
  return { risk, why: control.usual === null ? 'unknown' : 'unusual' }
}

export { MOST_WITHOUT_APPROVAL }

const CLOSE = 1e-9

/** What is wrong with a value, in words; `null` where nothing is. */
export function valueFault(
  control: WireControl,
  value: number | null,
  language: Language,
  t: Translate,
): string | null {
  const { takesValue, lowest, highest, step } = control
  if (!takesValue) return null
  if (value === null) return t('kit.field.required')
  const text = (one: number) => valueText(control, one, language, t)
  if (lowest !== null && highest !== null && !(value >= lowest && value <= highest)) {
    return t('writes.valueRange', { low: text(lowest), high: text(highest) })
  }
  if (
    step !== null &&
    Math.abs(value / step - Math.round(value / step)) > CLOSE * Math.max(1, Math.abs(value / step))
  ) {
    return t('writes.valueStep', { step: text(step) })
  }
  return null
}
