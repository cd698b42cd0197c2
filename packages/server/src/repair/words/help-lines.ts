import type { HelpAct } from '@coldkeep/domain/help-desk/session'
import { formatMinutes, formatNumber } from '@coldkeep/phrases/format'
import { NO_VALUE } from '../../wording/number-text'
import type { Words } from '../../wording/words'

const SECONDS_PER_MINUTE = 60

/** What happened while a store was helped from afar, in words, one line each. */
export function helpLines(act: HelpAct, { translate, language }: Words): string[] {
  const length = (seconds: number) =>
    formatMinutes(translate, Math.max(1, Math.round(seconds / SECONDS_PER_MINUTE)))
  switch (act.act) {
    case 'opened':
      return [
        act.devices.length === 0
          ? translate('helpWords.acts.openedStore')
          : translate('helpWords.acts.opened', { devices: act.devices.join(', ') }),
      ]
    case 'pictures':
      return [translate('helpWords.acts.pictures', { pictures: act.pictures, marks: act.marks })]
    case 'tip': {
      const about = act.device === null ? '' : `${act.device}: `
      const says = translate(act.helped ? 'helpWords.acts.helped' : 'helpWords.acts.notHelped')
      return [`${about}${act.title} – ${says}`]
    }
    case 'write':
      return act.changes.map(({ code, before, value, unit }) => {
        const number = (figure: number | null) =>
          figure === null ? NO_VALUE : formatNumber(language, figure, { unit })
        return `${act.device}: ${code} ${number(before)} → ${number(value)}`
      })
    case 'file':
      return [translate('helpWords.acts.file', { name: act.name, values: act.values })]
    case 'note':
      return [act.text]
    case 'screen':
      return [
        translate(act.isRecorded ? 'helpWords.acts.screenRecorded' : 'helpWords.acts.screen', {
          name: act.by,
          length: length(act.seconds),
        }),
      ]
    case 'ended': {
      const outcome = translate(`helpWords.acts.outcome.${act.outcome}`)
      const line = translate('helpWords.acts.ended', { length: length(act.seconds), outcome })
      return act.note === '' ? [line] : [line, act.note]
    }
  }
}
