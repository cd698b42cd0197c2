import i18next from 'i18next'
import { CallProblem } from '../api/call-problem'
import { queryClient } from '../api/query-client'
import { keyOf } from '../api/use-call'
import { watchedUpload } from '../api/watched-upload'
import { asAccount, isOther, signedInAccount } from './as-account'
import { NotKept, type WhyUnkept, whyOf } from './not-kept'
import { backOff, fateOf, isDue, nextDueMs, tryAllAgain } from './queue-fate'
import { addRecords, type NewRecord, readBytes, readRecords, replaceRecords } from './queue-records'
import { callOf, type QueuedAnswer, type QueuedInput } from './queued-calls'
import { keepAnswer } from './saved-work'
import { followSession } from './session'
import { underWay, type WaitingKind, type WaitingRequest, waiting } from './waiting'

/** One request that is to reach the service, whenever that can be. */
export interface NewRequest<Kind extends WaitingKind = WaitingKind> {
  /** Made here; the service knows by it what it has already. */
  readonly id: string
  readonly kind: Kind
  readonly input: QueuedInput<Kind>
  /** Of a call that takes bytes. */
  readonly content?: Blob
  /** The id of what it belongs to, and what people call that. */
  readonly of: string
  readonly about: string
  /** It goes once the service has that one. */
  readonly after?: string | null
}

const LOCK = 'coldkeep.queue'
const LONGEST_CALL_MS = 30_000
const LONGEST_UPLOAD_MS = 180_000
/** How long a form waits for the first try. */
const PATIENCE_MS = 12_000
/** Said with its own time, once it was entered so long ago. */
const LATER_MS = 60_000

type Outcome = { readonly answer: unknown } | { readonly problem: CallProblem } | null

const news = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('coldkeep.queue')
/** Those who wait to learn what becomes of a request, by its id. */
const watched = new Map<string, Set<(outcome: Outcome) => void>>()
let round: Promise<void> | null = null
let isDueAgain = false
let timer: ReturnType<typeof setTimeout> | undefined
let isStarted = false

/** Shows what waits, and sends it: now, and whenever a connection may be back. */
export function startQueue(): void {
  if (isStarted) return
  isStarted = true
  news?.addEventListener('message', () => void show())
  followSession(() => void show().then(sendWaiting))
  window.addEventListener('online', sendNow)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) sendNow()
  })
  void show().then(sendWaiting)
}

/** Whatever was put off is tried again. */
export function sendNow(): void {
  tryAllAgain()
  void sendWaiting()
}

/**
 * Keeps requests on this device until the service has them. Once it resolves, they are on the disk, all of them, and are sent
 * by themselves.
 * @throws NotKept where they could neither be kept nor sent, CallProblem where they were sent at once and refused
 */
export async function queueRequests(requests: readonly NewRequest[]): Promise<void> {
  startQueue()
  const records = await recordsOf(requests)
  try {
    await addRecords(records)
  } catch (failure) {
    await sendUnkept(records, whyOf(failure))
    return
  }
  // not before there is something to lose
  void navigator.storage?.persist?.().catch(() => undefined)
  await changed()
  void sendWaiting()
}

interface FormSending {
  /** What goes after it; where it is refused they are not kept either. */
  readonly followers?: readonly NewRequest[]
  /** Given once the form is gone: then there is no one there to learn of a refusal, and it stays with its request. */
  readonly left: AbortSignal
}

/**
 * The same for a form: it learns what the service says, where that comes soon.
 * @returns the answer; `null`: it is kept here and sent later
 * @throws CallProblem that refuses it: then it is not kept; NotKept
 */
export async function sendOrKeep<Kind extends WaitingKind>(
  request: NewRequest<Kind>,
  { followers = [], left }: FormSending,
): Promise<QueuedAnswer<Kind> | null> {
  let settle: (outcome: Outcome) => void = () => undefined
  const settled = new Promise<Outcome>((resolve) => {
    settle = resolve
  })
  const stop = () => settle(null)
  const unwatch = watch(request.id, settle)
  let patience: ReturnType<typeof setTimeout> | undefined
  try {
    await queueRequests([request, ...followers])
    patience = setTimeout(stop, PATIENCE_MS)
    // what could not be kept is not given up with its form: it has been sent by now
    if (left.aborted) stop()
    left.addEventListener('abort', stop)
    const outcome = await settled
    if (outcome === null) return null
    if ('problem' in outcome) throw outcome.problem
    return outcome.answer as QueuedAnswer<Kind>
  } finally {
    clearTimeout(patience)
    left.removeEventListener('abort', stop)
    unwatch()
  }
}

/** @returns what ends it */
function watch(id: string, learn: (outcome: Outcome) => void): () => void {
  const learners = watched.get(id) ?? new Set()
  watched.set(id, learners.add(learn))
  return () => {
    learners.delete(learn)
    if (learners.size === 0) watched.delete(id)
  }
}

/** @returns false where no one waits to learn it */
function settleWatched(id: string, outcome: Outcome): boolean {
  const learners = watched.get(id)
  for (const learn of learners ?? []) learn(outcome)
  return learners !== undefined
}

/** The person decided to try it again, perhaps changed. */
export async function retryRequest(request: WaitingRequest): Promise<void> {
  await replaceRecords([], [{ ...request, state: 'waiting', refusal: null }])
  await changed()
  sendNow()
}

/** The person gave it up, or screens show by now that it has arrived; what was to follow it goes too. */
export async function dropRequests(ids: readonly string[]): Promise<void> {
  const gone = new Set(ids)
  waiting.set(waiting.get().filter(({ id, state }) => state !== 'sent' || !gone.has(id)))
  const account = signedInAccount()
  const kept = account === null ? [] : await readRecords(account)
  for (const { id, after, type } of kept) if (type !== null && after !== null && gone.has(after)) gone.add(id)
  const here = kept.filter(({ id }) => gone.has(id)).map(({ id }) => id)
  if (here.length === 0) return
  await replaceRecords(here)
  await changed()
}

async function recordsOf(requests: readonly NewRequest[]): Promise<readonly NewRecord[]> {
  const account = signedInAccount()
  if (account === null) throw new NotKept('no one is signed in', 'signedOut')
  const enteredAt = Date.now()
  return Promise.all(
    requests.map(async ({ content, after = null, ...request }, index) => ({
      // in the order in which they are given
      request: {
        ...{ ...request, account, after, enteredAt: enteredAt + index / 1_000 },
        ...{ type: content?.type ?? null, state: 'waiting' as const, refusal: null },
      },
      bytes: (await content?.arrayBuffer()) ?? null,
    })),
  )
}

/** A device that keeps nothing may have a connection. */
async function sendUnkept(records: readonly NewRecord[], why: WhyUnkept): Promise<void> {
  for (const { request, bytes } of records) {
    try {
      const answer = await exchanged(request, bytes)
      await showAnswer(request, answer)
      settleWatched(request.id, { answer })
    } catch (problem) {
      if (problem instanceof CallProblem && fateOf(problem) === 'refused') throw problem
      throw new NotKept(problem, why)
    }
    refresh(request)
  }
}

/** What is kept is read anew, here and in the other windows. */
async function changed(): Promise<void> {
  news?.postMessage('changed')
  await show()
}

async function show(): Promise<void> {
  const account = signedInAccount()
  const kept = account === null ? [] : await readRecords(account).catch(() => [])
  if (account !== signedInAccount()) return
  const ids = new Set(kept.map(({ id }) => id))
  const sent = waiting
    .get()
    .filter((one) => one.state === 'sent' && one.account === account && !ids.has(one.id))
  waiting.set([...kept, ...sent])
}

/** One window sends at a time, one request after another. */
function sendWaiting(): Promise<void> {
  if (round !== null) {
    isDueAgain = true
    return round
  }
  isDueAgain = false
  round = alone(sendAll)
    .catch((error) => reportError(error))
    .finally(() => {
      round = null
      if (isDueAgain) void sendWaiting()
      else void settleKept().finally(sleep)
    })
  return round
}

/** Forms whose requests are still here after a round do not wait any longer. */
async function settleKept(): Promise<void> {
  const account = signedInAccount()
  if (watched.size === 0 || account === null) return
  for (const { id } of await readRecords(account)) settleWatched(id, null)
}

function alone(work: () => Promise<void>): Promise<void> {
  return navigator.locks === undefined ? work() : navigator.locks.request(LOCK, work)
}

/** Until the first of those that were put off is due. */
function sleep(): void {
  clearTimeout(timer)
  const due = nextDueMs()
  if (due !== null) timer = setTimeout(() => void sendWaiting(), Math.max(0, due - Date.now()))
}

async function sendAll(): Promise<void> {
  for (;;) {
    const account = signedInAccount()
    if (account === null) return
    const next = nextOf(await readRecords(account))
    if (next === undefined || !(await sendOne(next))) return
  }
}

/** Records first: photos are many, and what they belong to may be among them. */
function nextOf(kept: readonly WaitingRequest[]): WaitingRequest | undefined {
  const ids = new Set(kept.map(({ id }) => id))
  const ready = kept.filter(
    ({ id, state, after }) => state === 'waiting' && (after === null || !ids.has(after)) && isDue(id),
  )
  return ready.find(({ type }) => type === null) ?? ready[0]
}

/** @returns false where nothing else would get through either */
async function sendOne(request: WaitingRequest): Promise<boolean> {
  const { id, type } = request
  underWay.set({ id, percent: 0 })
  try {
    const answer = await exchanged(request, type === null ? null : await readBytes(id))
    // before it is gone: screens would show for a moment what was before it
    await showAnswer(request, answer)
    await replaceRecords([id], await followersOf(request, answer))
    // a photo stays in sight until the service shows it
    if (type !== null)
      waiting.set(waiting.get().map((one) => (one.id === id ? { ...one, state: 'sent' } : one)))
    settleWatched(id, { answer })
    refresh(request)
    await changed()
    return true
  } catch (error) {
    return await putOff(request, error)
  } finally {
    underWay.set(null)
  }
}

function exchanged(request: WaitingRequest, bytes: ArrayBuffer | null): Promise<unknown> {
  const { id, account, input, type, enteredAt } = request
  const { send, later } = callOf(request)
  const isLate = Date.now() - enteredAt > LATER_MS
  return asAccount(account, (headers) =>
    send(isLate && later !== undefined ? later(input, Math.floor(enteredAt)) : input, {
      headers,
      signal: AbortSignal.timeout(bytes === null ? LONGEST_CALL_MS : LONGEST_UPLOAD_MS),
      content: new Blob(bytes === null ? [] : [bytes], { type: type ?? '' }),
      by: watchedUpload((share) => underWay.set({ id, percent: Math.round(100 * share) })),
    }),
  )
}

/** Those that were based on it, as they go on. */
async function followersOf(request: WaitingRequest, answer: unknown): Promise<readonly WaitingRequest[]> {
  const { next } = callOf(request)
  if (next === undefined) return []
  const all = await readRecords(request.account)
  return all
    .filter(({ after, kind }) => after === request.id && kind === request.kind)
    .map((one) => ({ ...one, input: next(request.input, answer, one.input) }))
}

/** An answer that a screen can be made of is kept as that screen's own, here and on the device. */
async function showAnswer(request: WaitingRequest, answer: unknown): Promise<void> {
  const { shownBy } = callOf(request)
  if (shownBy === undefined || request.account !== signedInAccount()) return
  const { language } = i18next
  const input = shownBy.inputOf(request.input)
  queryClient.setQueryData([...keyOf(shownBy.call), language, input], answer)
  await keepAnswer(shownBy.call, input, language, answer).catch(() => undefined)
}

function refresh(request: WaitingRequest): void {
  for (const read of callOf(request).changes) void queryClient.invalidateQueries({ queryKey: keyOf(read) })
}

async function putOff(request: WaitingRequest, error: unknown): Promise<boolean> {
  // of someone who is not signed in any more
  if (isOther(error)) return false
  const fate = fateOf(error)
  if (fate === 'signIn') return false
  if (fate === 'lost' || fate === 'busy') {
    backOff(request.id, error)
    return fate === 'busy'
  }
  if (!(error instanceof CallProblem)) {
    // a fault of ours does not hold up the others
    reportError(error)
    backOff(request.id, error)
    return true
  }
  const amended = callOf(request).amended?.(request.input, error) ?? null
  if (amended !== null) await replaceRecords([], [{ ...request, input: amended }])
  else {
    const { status, code, message } = error
    await replaceRecords([], [{ ...request, state: 'refused', refusal: { status, code, message } }])
    // its form shows it
    if (settleWatched(request.id, { problem: error })) await dropRequests([request.id])
    else refresh(request)
  }
  await changed()
  return true
}
