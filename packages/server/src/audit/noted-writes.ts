import { AsyncLocalStorage } from 'node:async_hooks'

interface Writing {
  isNoted: boolean
}

const writing = new AsyncLocalStorage<Writing>()

/** Runs a call that writes and tells whether anything of it came into the audit. */
export async function whetherNoted<Answer>(
  work: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly isNoted: boolean }> {
  const own: Writing = { isNoted: false }
  const answer = await writing.run(own, work)
  return { answer, isNoted: own.isNoted }
}

export function markNoted(): void {
  const own = writing.getStore()
  if (own !== undefined) own.isNoted = true
}
