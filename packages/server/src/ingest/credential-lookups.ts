import type { TerminalId } from '@coldkeep/domain/ids'
import type { Credential } from '../terminals/credential-queries'

type FindCredential = (terminal: TerminalId) => Promise<Credential | null>

interface Question {
  readonly promise: Promise<Credential | null>
  readonly answer: (credential: Credential | null) => void
  readonly fail: (error: unknown) => void
}

/**
 * Finds credentials for all concurrent sign-ins with one query after another, never two at once. So a sign-in
 * costs the database hardly anything, and none has to be refused unheard to spare it.
 * @param select those of the terminals that exist
 */
export function credentialLookups(
  select: (terminals: readonly TerminalId[]) => Promise<ReadonlyMap<TerminalId, Credential>>,
): FindCredential {
  let waiting = new Map<TerminalId, Question>()
  let isRequesting = false

  async function answerPending(): Promise<void> {
    isRequesting = true
    while (waiting.size > 0) {
      const pending = waiting
      waiting = new Map()
      try {
        const found = await select([...pending.keys()])
        for (const [terminal, question] of pending) question.answer(found.get(terminal) ?? null)
      } catch (error) {
        for (const question of pending.values()) question.fail(error)
      }
    }
    isRequesting = false
  }

  return (terminal) => {
    const question = waiting.get(terminal) ?? openQuestion()
    waiting.set(terminal, question)
    if (!isRequesting) void answerPending()
    return question.promise
  }
}

function openQuestion(): Question {
  let answer: Question['answer'] = () => {}
  let fail: Question['fail'] = () => {}
  const promise = new Promise<Credential | null>((resolve, reject) => {
    answer = resolve
    fail = reject
  })
  return { promise, answer, fail }
}
