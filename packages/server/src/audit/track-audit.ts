import { AsyncLocalStorage } from 'node:async_hooks'

interface WriteContext {
  isAudited: boolean
}

const writing = new AsyncLocalStorage<WriteContext>()

/** Runs a call that writes and finds out whether it was audited. */
export async function trackAudit<Answer>(
  work: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly isAudited: boolean }> {
  const context: WriteContext = { isAudited: false }
  const answer = await writing.run(context, work)
  return { answer, isAudited: context.isAudited }
}

export function markAudited(): void {
  const context = writing.getStore()
  if (context !== undefined) context.isAudited = true
}
