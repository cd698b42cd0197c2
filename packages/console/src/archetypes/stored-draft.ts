import { currentSession } from '../site/session'

/** What was typed and not sent yet; it outlives a reload and an ended session, for the same account in the same tab. */
export interface StoredDraft<Content> {
  readonly content: Content
  readonly savedAtMs: number
}

export function readDraft<Content>(name: string): StoredDraft<Content> | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null') as StoredDraft<Content> | null
  } catch {
    return null
  }
}

/** @returns when it was kept */
export function keepDraft<Content>(name: string, content: Content): number {
  const draft: StoredDraft<Content> = { content, savedAtMs: Date.now() }
  sessionStorage.setItem(keyOf(name), JSON.stringify(draft))
  return draft.savedAtMs
}

export function dropDraft(name: string): void {
  sessionStorage.removeItem(keyOf(name))
}

function keyOf(name: string): string {
  return `coldkeep.draft.${currentSession()?.payload.userId ?? ''}.${name}`
}
