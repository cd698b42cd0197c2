import { productText } from '../../corrections/words/present-breach'
import { type Sheet, SOFT_INK } from '../../paper/sheet'
import { breachStateText } from '../correction-tables'
import type { Evidence, EvidenceBreach } from '../evidence'
import { isOpenEvidence, newestEntryOf, numberOf } from '../evidence-breaches'
import { type PageWords, verdictMarks } from './page-words'

const MOST_BREACHES = 60

/** How many breaches are open, in words; null where there was none. */
export function openBreachText({ breaches }: Evidence, { translate }: PageWords): string | null {
  const isNone = breaches.every(({ record }) => record?.state === 'void')
  if (isNone) return null
  const count = breaches.filter(isOpenEvidence).length
  return count === 0
    ? translate('corrections.pack.allClosed')
    : translate('corrections.pack.openCount', { count })
}

/** Each breach with what was done about it, by whom, and who checked it. */
export function drawBreaches(sheet: Sheet, evidence: Evidence, words: PageWords): void {
  const { translate } = words
  const { breaches } = evidence
  sheet.newPage()
  sheet.heading(translate('corrections.pack.title'), { size: 15 })
  sheet.paragraph(openBreachText(evidence, words) ?? translate('corrections.pack.none'), { color: SOFT_INK })
  sheet.space(6)
  for (const breach of breaches.slice(0, MOST_BREACHES)) drawBreach(sheet, breach, words)
  const count = breaches.length - MOST_BREACHES
  if (count > 0)
    sheet.paragraph(translate('evidence.more', { count, file: 'corrections.csv' }), {
      size: 8,
      color: SOFT_INK,
    })
}

function drawBreach(sheet: Sheet, breach: EvidenceBreach, words: PageWords): void {
  const { translate } = words
  const { deviceName, startAt, endAt, minutes, extremeC, limitC, degreeMinutes } = breach
  const { action, check } = newestEntryOf(breach)
  const number = numberOf(breach)
  sheet.need(80)
  sheet.rule()
  sheet.space(5)
  sheet.paragraph(number === null ? deviceName : `${number}   ${deviceName}`, { weight: 'bold' })
  sheet.paragraph(
    [
      `${words.instant(startAt)} – ${words.instant(endAt)}`,
      words.minutes(minutes),
      translate('corrections.extremeOf', { extreme: words.celsius(extremeC), limit: words.celsius(limitC) }),
      words.decimal(degreeMinutes, 'K·min'),
    ].join('   ·   '),
    { size: 8, color: SOFT_INK },
  )
  sheet.space(2)
  const isOpen = isOpenEvidence(breach)
  sheet.paragraph(breachStateText(breach, words), {
    size: 8.5,
    weight: 'bold',
    ...(isOpen && { color: verdictMarks.breach.color }),
  })
  const fact = (label: string, value: string) => sheet.paragraph(`${label}: ${value}`, { size: 8 })
  if (action !== null) {
    fact(translate('corrections.action'), action.action)
    fact(translate('corrections.product'), productText(action, words))
    fact(translate('corrections.cause'), action.cause)
    fact(translate('corrections.doneAt'), words.instant(action.doneAt))
    const by = { name: action.by, time: words.instant(action.at) }
    fact(translate('corrections.by'), translate('corrections.pack.checkedText', by))
    fact(
      translate('corrections.pack.checkedBy'),
      check === null
        ? translate('corrections.pack.notChecked')
        : translate('corrections.pack.checkedText', { name: check.by, time: words.instant(check.at) }),
    )
  }
  sheet.space(7)
}
