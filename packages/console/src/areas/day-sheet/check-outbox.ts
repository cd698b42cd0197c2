import { getDaySheet, listDaySheets } from '@coldkeep/contract/areas/day-sheets'
import { enterHandCheck } from '@coldkeep/contract/areas/hand-checks'
import type { Input } from '@coldkeep/contract/call'
import { CallProblem, isWithoutAnswer } from '../../api/call-problem'
import { queryClient } from '../../api/query-client'
import { send } from '../../api/send'
import { keyOf } from '../../api/use-call'
import { makeStore } from '../../kit/store'
import { currentSession } from '../../site/session'

export type Entry = Input<typeof enterHandCheck>['body']

/** An entry that the service does not have yet. */
export interface OutgoingCheck {
  readonly entry: Entry
  /** Why the service does not take it; `null`: it was not reached yet. */
  readonly refusal: string | null
}

const outbox = makeStore<readonly OutgoingCheck[]>([])
const RETRY_MS = 15_000
let owner: string | null = null
let isSending = false
let isWatching = false

/** What was entered with this account in this browser and has not arrived; it outlives a reload. */
export function useOutgoingChecks(): readonly OutgoingCheck[] {
  return outbox.use()
}

/** Takes up what an earlier page of the same account left, and sends it. */
export function openOutbox(): void {
  const name = keyName()
  if (owner !== name) {
    owner = name
    outbox.set(read(name))
  }
  if (!isWatching) {
    isWatching = true
    window.addEventListener('online', () => void sendWaiting())
    document.addEventListener('visibilitychange', () => void sendWaiting())
    window.setInterval(() => void sendWaiting(), RETRY_MS)
  }
  void sendWaiting()
}

/** Keeps an entry first, and then sends it: the id was made here, so that a repeat is one entry. */
export function enterCheck(entry: Entry): void {
  openOutbox()
  keep([...outbox.get(), { entry, refusal: null }])
  void sendWaiting()
}

/** Of entries that were refused: they are said once and forgotten. */
export function dropRefused(): void {
  keep(outbox.get().filter(({ refusal }) => refusal === null))
}

async function sendWaiting(): Promise<void> {
  if (isSending || currentSession() === null || owner !== keyName()) return
  isSending = true
  try {
    for (let next = waiting(); next !== undefined; next = waiting()) {
      if (!(await sendOne(next.entry))) return
    }
  } finally {
    isSending = false
  }
}

function waiting(): OutgoingCheck | undefined {
  return outbox.get().find(({ refusal }) => refusal === null)
}

/** @returns false where the service cannot be reached now */
async function sendOne(entry: Entry): Promise<boolean> {
  try {
    await send(enterHandCheck, { body: entry })
    keep(outbox.get().filter((one) => one.entry.id !== entry.id))
    for (const call of [getDaySheet, listDaySheets])
      await queryClient.invalidateQueries({ queryKey: keyOf(call) })
    return true
  } catch (error) {
    if (!(error instanceof CallProblem)) throw error
    if (isWithoutAnswer(error) || error.status === 401 || error.status === 429 || error.status >= 500)
      return false
    keep(outbox.get().map((one) => (one.entry.id === entry.id ? { ...one, refusal: error.message } : one)))
    return true
  }
}

function keep(entries: readonly OutgoingCheck[]): void {
  outbox.set(entries)
  localStorage.setItem(keyName(), JSON.stringify(entries))
}

/** Entries are sent under the name of who made them alone. */
function keyName(): string {
  return `coldkeep.checks.${currentSession()?.payload.userId ?? ''}`
}

function read(name: string): readonly OutgoingCheck[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
    return Array.isArray(kept) ? (kept as OutgoingCheck[]) : []
  } catch {
    return []
  }
}
