import type { StandardStep, StepTitles } from '@coldkeep/domain/repair/repair-case'
import type { Words } from '../../wording/words'

interface Titled {
  readonly standard: StandardStep | null
  readonly title: string
  /** Left out in what happened before steps could have words by language. */
  readonly titles?: StepTitles
}

/** A step as its reader calls it; what a department has added is in the words that it has for this language, or its own. */
export function stepTitle({ standard, title, titles = {} }: Titled, { language, translate }: Words): string {
  return standard === null ? (titles[language] ?? title) : translate(`repair.step.${standard}`)
}
