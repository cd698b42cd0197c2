import type { BulletinTexts, sendBulletin } from '@coldkeep/contract/areas/bulletins'
import type { BulletinFile } from '@coldkeep/contract/areas/own-bulletins'
import type { Input } from '@coldkeep/contract/call'
import { languages } from '@coldkeep/contract/config'
import type { AccountId, BulletinCategoryId, DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { instantOf } from '@coldkeep/domain/time/store-calendar'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import { clockFromText } from '../../kit/field/clock-text'
import { isDay } from '../../parts/day-period'

export const LONGEST_TITLE = 120
export const LONGEST_CONTENT = 4_000

type Words = Readonly<{ title: string; content: string }>

/** A message that is being written. Days and times are those of its stores. */
export interface BulletinDraft {
  /** The departments down to the chosen one, joined; empty: none yet. */
  readonly dep: string
  readonly departmentId: DepartmentId | null
  readonly storeId: StoreId | 'all' | null
  readonly exceptStores: ReadonlySet<StoreId>
  readonly exceptPeople: ReadonlySet<AccountId>
  readonly categoryId: BulletinCategoryId | null
  readonly words: Readonly<Record<Language, Words>>
  readonly files: readonly BulletinFile[]
  readonly needsConfirmation: boolean
  readonly firstCounts: boolean
  readonly deadlineDay: string | null
  readonly deadlineTime: string
  readonly isLater: boolean
  readonly sendDay: string | null
  readonly sendTime: string
}

const nothing: Words = { title: '', content: '' }

export const blankDraft: BulletinDraft = {
  dep: '',
  departmentId: null,
  storeId: null,
  exceptStores: new Set(),
  exceptPeople: new Set(),
  categoryId: null,
  words: { en: nothing, ja: nothing, 'zh-CN': nothing, 'zh-TW': nothing },
  files: [],
  needsConfirmation: true,
  firstCounts: false,
  deadlineDay: null,
  deadlineTime: '18:00',
  isLater: false,
  sendDay: null,
  sendTime: '09:00',
}

const isBlank = ({ title, content }: Words) => title.trim() === '' && content.trim() === ''

/** The languages in which something is written. */
export function writtenIn({ words }: Pick<BulletinDraft, 'words'>): readonly Language[] {
  return languages.filter((language) => !isBlank(words[language]))
}

/** The language for readers of others: that of the writer, where they wrote in it. */
export function firstLanguage(draft: Pick<BulletinDraft, 'words'>, own: Language): Language {
  const written = writtenIn(draft)
  return written.includes(own) ? own : (written[0] ?? own)
}

export type WordFault = 'required' | 'tooLong'

/** What is wrong with the words of a language; nothing while both are empty. */
export function wordFaults(words: Words): Readonly<Partial<Record<keyof Words, WordFault>>> {
  if (isBlank(words)) return {}
  const faultOf = (text: string, most: number): WordFault | undefined => {
    if (text.trim() === '') return 'required'
    return text.trim().length > most ? 'tooLong' : undefined
  }
  const title = faultOf(words.title, LONGEST_TITLE)
  const content = faultOf(words.content, LONGEST_CONTENT)
  return { ...(title && { title }), ...(content && { content }) }
}

/** A day and a time on a clock; `null` where one of them is none. */
export function instantFrom(day: string | null, time: string, zone: string): EpochMs | null {
  const clock = clockFromText(time)
  if (day === null || !isDay(day) || clock === null) return null
  return instantOf(zone, Date.parse(`${day}T${clock}:00Z`))
}

/** Why it cannot be sent yet, in words; `null`: it can. */
export function whyNotSent(draft: BulletinDraft, zone: string, people: number, t: Translate): string | null {
  if (draft.departmentId === null || draft.storeId === null) return t('bulletins.placeFirst')
  if (draft.categoryId === null) return `${t('bulletins.categoryLabel')}: ${t('bulletins.required')}`
  if (people === 0) return `${t('bulletins.group.label')}: ${t('bulletins.required')}`
  const written = writtenIn(draft)
  if (written.length === 0) return `${t('bulletins.messageTitle')}: ${t('bulletins.required')}`
  const faults = written.flatMap((language) => Object.values(wordFaults(draft.words[language])))
  if (faults.includes('tooLong')) return t('bulletins.tooLong')
  if (faults.length > 0) return t('bulletins.bothNeeded')
  if (draft.isLater && instantFrom(draft.sendDay, draft.sendTime, zone) === null)
    return `${t('bulletins.sendDay')}: ${t('bulletins.required')}`
  const hasDeadline = draft.needsConfirmation && draft.deadlineDay !== null
  if (hasDeadline && instantFrom(draft.deadlineDay, draft.deadlineTime, zone) === null)
    return `${t('bulletins.deadlineDay')}: ${t('bulletins.required')}`
  return null
}

/** The same as the calls have it; `null` without a place. */
export function placeOf({ departmentId, storeId, exceptStores, exceptPeople }: BulletinDraft) {
  if (departmentId === null || storeId === null) return null
  return {
    ...{ departmentId, storeId: storeId === 'all' ? null : storeId },
    ...{ exceptStores: [...exceptStores], exceptPeople: [...exceptPeople] },
  }
}

function textsOf(draft: BulletinDraft): BulletinTexts {
  return Object.fromEntries(writtenIn(draft).map((language) => [language, draft.words[language]]))
}

/** When people are to confirm it by; `null`: at any time. */
export function deadlineOf(draft: BulletinDraft, zone: string): EpochMs | null {
  const { needsConfirmation, deadlineDay, deadlineTime } = draft
  return needsConfirmation ? instantFrom(deadlineDay, deadlineTime, zone) : null
}

interface Sending {
  /** Of this message, the same for each time that it is sent. */
  readonly id: string
  readonly own: Language
  readonly zone: string
  readonly counted: { readonly people: number; readonly stores: number }
}

/** What is sent of a draft that can be; `null`: it cannot. */
export function inputOf(
  draft: BulletinDraft,
  { id, own, zone, counted }: Sending,
): Pick<Input<typeof sendBulletin>, 'body'> | null {
  const place = placeOf(draft)
  const { categoryId, needsConfirmation, isLater } = draft
  if (place === null || categoryId === null) return null
  return {
    body: {
      ...{ id, ...place, categoryId, needsConfirmation },
      language: firstLanguage(draft, own),
      texts: textsOf(draft),
      files: draft.files.map((file) => file.id),
      sendAt: isLater ? instantFrom(draft.sendDay, draft.sendTime, zone) : null,
      deadlineAt: deadlineOf(draft, zone),
      firstCounts: needsConfirmation && draft.firstCounts,
      counted: { people: counted.people, stores: counted.stores },
    },
  }
}
