import type { Answer, Call } from '@coldkeep/contract/call'
import { CallProblem, isWithoutAnswer } from './call-problem'
import type { CallInput } from './transport'

/** What was answered, and when; epoch milliseconds. */
interface SavedAnswer {
  readonly answer: unknown
  readonly savedAt: number
}

/** Where answers are kept that can be read without a connection; who may read them is its business. */
export interface SavedAnswers {
  readonly keep: (call: Call, key: string, answer: unknown) => Promise<void>
  /** `undefined`: there is none. */
  readonly find: (call: Call, key: string, input: unknown) => Promise<SavedAnswer | undefined>
  readonly forget: (key: string) => Promise<void>
}

/** One's own work and what is needed to do it. */
const SAVED: ReadonlySet<string> = new Set([
  '/api/v2/fix/cases',
  '/api/v2/fix/cases/{caseid}',
  '/api/v2/fix/progresses',
  '/api/v2/fix/engineers',
  '/api/v2/maintain/cfg',
  '/api/v2/maintain/records',
  '/api/v2/maintain/attach/max-images',
  '/api/v2/department-map',
  '/api/v2/hand-checks/places',
  '/api/v2/account/bulletins',
  '/api/v2/account/bulletins/{id}',
])
/** For what keeps them to be there, at the start. */
const PATIENCE_MS = 3_000

let give: (answers: SavedAnswers) => void
const given = new Promise<SavedAnswers>((resolve) => {
  give = resolve
})
const late = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))

export function saveAnswersWith(answers: SavedAnswers): void {
  give(answers)
}

export function isSavedCall({ method, path }: Call): boolean {
  return method === 'GET' && SAVED.has(path)
}

/**
 * Asks the service, and keeps what it answers. Where nothing comes back it is what was kept; what the service refuses is
 * kept no longer.
 * @param whenSaved is given when what was kept had been answered, so that it is not taken for new
 * @throws CallProblem
 */
export async function answeredOrSaved<C extends Call>(
  call: C,
  input: CallInput<C>,
  language: string,
  request: () => Promise<Answer<C>>,
  whenSaved: (at: number) => void,
): Promise<Answer<C>> {
  const key = savedKeyOf(call, language, input)
  try {
    const answer = await request()
    void given.then(({ keep }) => keep(call, key, answer)).catch(() => undefined)
    return answer
  } catch (error) {
    if (isRefusal(error)) void given.then(({ forget }) => forget(key)).catch(() => undefined)
    const saved = isWithoutAnswer(error) ? await Promise.race([given, late()]) : null
    // a device that cannot read what it keeps keeps nothing
    const found = await saved?.find(call, key, input).catch(() => undefined)
    if (found === undefined) throw error
    whenSaved(found.savedAt)
    return found.answer as Answer<C>
  }
}

/** Under which an answer is kept. */
export function savedKeyOf(call: Call, language: string, input: unknown): string {
  return JSON.stringify([call.path, language, input])
}

/** True where the service does not show it, or not any more. */
export function isRefusal(error: unknown): boolean {
  return error instanceof CallProblem && (error.status === 403 || error.status === 404)
}
