import type { BulletinTexts } from '@coldkeep/contract/areas/bulletins'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Language } from '@coldkeep/phrases/translate'
import type { NewsText } from '../../outbox/news-kind'
import { localInstant } from '../../wording/local-instant'
import type { Words } from '../../wording/words'

const [DAY, MINUTE, OFFSET] = ['2026-11-28'.length, '2026-11-28T14:20'.length, '+08:00'.length]
/** Mailboxes get that much of it; all of it is in the console. */
const LONGEST_BODY = 1_500

interface WordedBulletin {
  readonly texts: BulletinTexts
  readonly language: Language
  readonly needsConfirmation: boolean
  readonly deadlineAt: EpochMs | null
  /** On whose clock the deadline is said. */
  readonly zone: string
  readonly isReminder: boolean
}

/** The words of a message for a reader of a language: theirs, or that in which it was written first. */
export function textFor(texts: BulletinTexts, first: Language, reader: Language) {
  const language = texts[reader] === undefined ? first : reader
  return { language, title: '', content: '', ...texts[language] }
}

/** A message as it goes to a mailbox or a phone, as plain text. */
export function bulletinNewsText(
  { texts, language, needsConfirmation, deadlineAt, zone, isReminder }: WordedBulletin,
  { language: reader, translate }: Words,
): NewsText {
  const { title, content } = textFor(texts, language, reader)
  const letters = [...content]
  const isCut = letters.length > LONGEST_BODY
  return {
    title: isReminder ? translate('bulletinWords.reminder', { title }) : title,
    lines: [
      ...(isCut ? `${letters.slice(0, LONGEST_BODY).join('')}…` : content).split('\n'),
      ...(isCut ? ['', translate('bulletinWords.more')] : []),
      ...(needsConfirmation ? ['', confirmLine(deadlineAt, zone, translate)] : []),
    ],
  }
}

function confirmLine(deadlineAt: EpochMs | null, zone: string, translate: Words['translate']): string {
  if (deadlineAt === null) return translate('bulletinWords.confirm')
  const local = localInstant(zone, deadlineAt)
  const until = `${local.slice(0, DAY)} ${local.slice(DAY + 1, MINUTE)} (UTC${local.slice(-OFFSET)})`
  return translate('bulletinWords.confirmUntil', { until })
}

/** What is left of one that was withdrawn. */
export function withdrawnText({ translate }: Words): NewsText {
  return { title: translate('bulletinWords.withdrawn'), lines: [] }
}
