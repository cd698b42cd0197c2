import type { ProgressStep, ProgressStepDraft } from '@coldkeep/contract/areas/repair-progress'
import type { StepTitles } from '@coldkeep/domain/repair/repair-case'
import type { Words } from '../../wording/words'
import type { RepairStep } from '../progress-queries'
import { stepTitle } from './step-title'

const fields = [
  ['en', 'englishTitle'],
  ['zh-TW', 'traditionalTitle'],
  ['zh-CN', 'simplifiedTitle'],
  ['ja', 'japaneseTitle'],
] as const

/** @param place in its list, from 0 */
export function presentStep(step: RepairStep, place: number, words: Words): ProgressStep {
  const { standard, titles } = step
  const titled = (language: string) => titles[language] ?? ''
  return {
    id: step.repairProgressId,
    revision: step.revision,
    title: standard === null ? step.title : stepTitle(step, words),
    englishTitle: titled('en'),
    traditionalTitle: titled('zh-TW'),
    simplifiedTitle: titled('zh-CN'),
    japaneseTitle: titled('ja'),
    phase: step.phase,
    position: place + 1,
    isStandard: standard !== null,
  }
}

/** The words of a draft by language; none where they were left empty. */
export function titlesOf(draft: Pick<ProgressStepDraft, (typeof fields)[number][1]>): StepTitles {
  return Object.fromEntries(
    fields.flatMap(([language, field]) => (draft[field] === '' ? [] : [[language, draft[field]]])),
  )
}
