import type { HelpTip } from '@coldkeep/contract/areas/help-desk'
import { FEWEST_VERDICTS, questionOfTip } from '@coldkeep/domain/help-desk/tip'
import type { DeviceId } from '@coldkeep/domain/ids'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { alarmAdvice, alarmText } from '../../alarms/words/alarm-text'
import { presentNamedFault } from '../../analysis/words/named-fault'
import type { Words } from '../../wording/words'
import type { BusFact, HealthFact, ShownTip } from '../read-tips'
import type { TipVerdict } from '../verdict-queries'

export interface TipReader extends Words {
  /** Of the store. */
  readonly zone: string
  readonly names: ReadonlyMap<DeviceId, string>
  readonly verdicts: readonly TipVerdict[]
  readonly rates: readonly { readonly rule: string; readonly judged: number; readonly helped: number }[]
}

const MOST_LOSSES = 3

export function presentTip(tip: ShownTip, reader: TipReader): HelpTip {
  const { rule, deviceId } = tip
  const { names, verdicts, rates } = reader
  const rate = rates.find((one) => one.rule === rule)
  return {
    rule,
    deviceId,
    device: deviceId === null ? null : { id: deviceId, name: names.get(deviceId) ?? '' },
    ...wordsOf(tip, reader),
    question: questionOfTip(rule),
    helped: verdicts.find((one) => one.rule === rule && one.deviceId === deviceId)?.helped ?? null,
    rate:
      rate === undefined || rate.judged < FEWEST_VERDICTS
        ? null
        : { helped: rate.helped, judged: rate.judged },
  }
}

type Worded = Pick<HelpTip, 'title' | 'reasons' | 'check' | 'place'>

function wordsOf(tip: ShownTip, reader: TipReader): Worded {
  switch (tip.from) {
    case 'alarm': {
      const { branch } = tip.fact
      const check = alarmAdvice(tip.fact, reader)
      const title = reader.translate(`helpWords.tips.alarm.${branch}`)
      const reasons = [alarmText(tip.fact, reader)]
      return { title, reasons, check, place: branch === 'host_lost' ? 'terminals' : 'alarms' }
    }
    case 'bus':
      return busWords(tip.fact, reader)
    case 'health':
      return healthWords(tip.fact, reader)
    case 'drift': {
      const { translate } = reader
      const [title, check] = [
        translate('helpWords.tips.drift.title'),
        translate('helpWords.tips.drift.check'),
      ]
      return { title, reasons: [translate('helpWords.tips.drift.reason')], check, place: 'parameters' }
    }
  }
}

/** Timeouts speak for the way there, damaged replies for what disturbs it. */
function busWords({ isSilent, bus }: BusFact, { translate, language, zone }: TipReader): Worded {
  const percent = (value: number | null) => formatNumber(language, value, { decimals: 1, unit: '%' })
  const since = bus.silentSince === null ? '' : formatInstant(bus.silentSince, zone)
  const isDisturbed = bus.badFrames > bus.timeouts
  return {
    title: translate(isSilent ? 'helpWords.tips.bus.silent' : 'helpWords.tips.bus.noisy'),
    reasons: [
      ...(isSilent ? [translate('helpWords.tips.bus.since', { since })] : []),
      translate('helpWords.tips.bus.rate', { rate: percent(bus.answerRate), requests: bus.requests }),
      translate('helpWords.tips.bus.counts', { timeouts: bus.timeouts, frames: bus.badFrames }),
    ],
    check: translate(isDisturbed ? 'helpWords.tips.bus.checkNoise' : 'helpWords.tips.bus.checkWay'),
    place: 'bus_health',
  }
}

function healthWords({ health }: HealthFact, words: TipReader): Worded {
  const { translate, language } = words
  if (health.hint !== null) {
    const { title, sureness, reasons, check } = presentNamedFault({ ...health, hint: health.hint }, words)
    return { title, reasons: [...(sureness === null ? [] : [sureness]), ...reasons], check, place: 'device' }
  }
  const losses = health.losses
    .filter(({ points }) => points > 0)
    .slice(0, MOST_LOSSES)
    .map(({ cause, points }) =>
      translate('helpWords.tips.loss.part', {
        cause: translate(`health.loss.${cause}`),
        points: formatNumber(language, points, { decimals: 1 }),
      }),
    )
  const score = formatNumber(language, health.score, { decimals: 0 })
  return {
    title: translate('helpWords.tips.loss.title', { score }),
    reasons: losses,
    check: translate('helpWords.tips.loss.check'),
    place: 'device',
  }
}
