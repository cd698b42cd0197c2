import { type FieldProblem, Problem } from '@coldkeep/contract/problem'
import type { PhraseKey, Translate } from '@coldkeep/phrases/keys'

/** What is wrong with one answer, in the caller's language. */
export interface AnswerFault {
  /** By part, key and field: `devices.n1.unit_id`. */
  readonly path: string
  readonly message: string
}

/** Refusals that are about the caller or about others, not about an answer. */
const notAboutAnswers: readonly Problem['code'][] = ['access.page', 'row.changed', 'service.unavailable']

/** Collects what is wrong with answers, so that all of it is reported at once. */
export class FaultList {
  readonly faults: AnswerFault[] = []
  private readonly translate: Translate

  constructor(translate: Translate) {
    this.translate = translate
  }

  add(path: string, message: string): void {
    this.faults.push({ path, message })
  }

  addField(path: string, problem: FieldProblem): void {
    this.add(path, this.translate(`errors.field.${problem}`))
  }

  /** What is refused becomes a fault below `at`. @returns `undefined` then */
  async during<Done>(at: string, work: () => Promise<Done>): Promise<Done | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Problem) || notAboutAnswers.includes(error.code)) throw error
      this.take(at, error)
      return undefined
    }
  }

  private take(at: string, { code, values, fields }: Problem): void {
    const word = this.translate as (key: PhraseKey, values: object) => string
    const named = Object.entries(fields)
    if (named.length === 0) this.add(at, word(`errors.${code}`, values))
    for (const [field, problem] of named) {
      const path = field.startsWith(`${at}.`) ? field : `${at}.${field}`
      if (code === 'request.malformed') this.addField(path, problem)
      else this.add(path, word(`errors.${code}`, values))
    }
  }
}
