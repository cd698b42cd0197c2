import type { Readable } from 'node:stream'
import { type AnyCall, wirePath } from '@coldkeep/contract/call'
import { type CallName, calls } from '@coldkeep/contract/calls'
import { type Bytes, type EventShapes, isBytes, isForm } from '@coldkeep/contract/content'
import { Problem } from '@coldkeep/contract/problem'
import { encodeWire, namesToWire } from '@coldkeep/contract/wire/dialect'
import type { AccountId } from '@coldkeep/domain/ids'
import { createTranslator } from '@coldkeep/phrases/phrases'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkAccess, checkMachine } from '../access/may-call'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Refusal, Refusals } from '../audit/refusals'
import { trackAudit } from '../audit/track-audit'
import { bodyLimitOf } from '../http/body-limit'
import type { CallRate } from '../http/call-rate'
import { languageOf } from '../http/language'
import type { HttpLimits } from '../http/limits'
import type { Turns } from '../http/turns'
import type { Answered, EventsAnswer, FileAnswer } from './answers'
import { clientOf } from './client'
import type { Basics, CallContext, Received } from './context'
import { decodeInput } from './decode-input'
import { type Caller, type Callers, findCaller, takesToken } from './find-caller'
import { openForm } from './read-form'
import { streamOfBatches } from './send-batches'
import { sendEvents } from './send-events'
import { sendFile } from './send-file'

type Handler<C extends AnyCall> = (context: CallContext<C>) => Answered<C> | Promise<Answered<C>>

/** One handler for every call of the table; a missing one does not compile. */
export type Handlers = { readonly [Name in CallName]: Handler<(typeof calls)[Name]> }

type AnyHandler = (context: unknown) => unknown

/** A call that ended with an error. */
export interface RefusedCall {
  readonly name: CallName
  readonly call: AnyCall
  readonly request: FastifyRequest
  /** The caller, where they were known when the call was refused. */
  readonly user: SignedIn | null
}

/** What binding needs, beside what handlers get. */
export interface Binding extends Basics {
  readonly refusals: Refusals
  readonly turns: Turns
  readonly limits: Pick<HttpLimits, 'takenWithinMs'>
  readonly rate: CallRate<AccountId>
  readonly callers: Callers
  /** What the audit is to know of a call that ended with an error; `null`: nothing. */
  readonly refusalOf: (error: unknown, refused: RefusedCall) => Promise<Refusal | null>
}

/** Makes a route of every call that has a handler. */
export function bindCalls(app: FastifyInstance, handlers: Partial<Handlers>, binding: Binding): void {
  for (const [name, call] of Object.entries(calls) as [CallName, AnyCall][]) {
    // The table pairs each handler with its call; a loop over both cannot show that to the compiler.
    const handler = handlers[name] as AnyHandler | undefined
    if (handler === undefined) continue
    const bound = { name, call, handler }
    const { body } = call
    if (isBytes(body)) void app.register(async (apart) => bindCall(takingBytes(apart, body), bound, binding))
    else bindCall(app, bound, binding)
  }
}

/** Bytes instead of documents: whole, or as they come, to be counted while they are read. */
function takingBytes(app: FastifyInstance, { type, isWhole }: Bytes): FastifyInstance {
  app.removeAllContentTypeParsers()
  if (isWhole) app.addContentTypeParser(type, { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  else app.addContentTypeParser(type, (_, payload, done) => done(null, payload))
  return app
}

interface BoundCall {
  readonly name: CallName
  readonly call: AnyCall
  readonly handler: AnyHandler
}

function bindCall(app: FastifyInstance, bound: BoundCall, binding: Binding): void {
  const { name, call } = bound
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: bodyLimitOf(call),
    handler: async (request, reply) => {
      const signedIn: { user: SignedIn | null } = { user: null }
      try {
        return await answerCall(bound, { request, reply, signedIn }, binding)
      } catch (error) {
        logRefused(error, { name, request, user: signedIn.user })
        const refusal = await binding.refusalOf(error, { name, call, request, ...signedIn })
        if (refusal !== null) await binding.refusals.audit(refusal)
        throw error
      }
    },
  })
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Whose token was shown, once that is known. */
  readonly signedIn: { user: SignedIn | null }
}

async function answerCall(bound: BoundCall, exchange: Exchange, binding: Binding): Promise<unknown> {
  const { call, handler } = bound
  const { request, reply, signedIn } = exchange
  const { db, clock, turns, rate, callers } = binding
  const received = onlyOnce(() => {
    const { params, query } = request
    return decodeInput(call, { params, query, body: bodyOf(call, request) })
  })
  const find = () => findCaller(call, request, received, callers)
  const caller = await find()
  if (takesToken(call)) signedIn.user = caller.user
  if (signedIn.user !== null) {
    rate.count(signedIn.user.accountId, clock.now())
    checkCaller(signedIn.user, call)
  }
  const context = contextOf(exchange, received(), { db, clock, ...caller })
  const work = () =>
    ensureAudited(bound.name, exchange, binding, () => inWireNames(call, () => handler(context)))
  const gone = hungUp(reply)
  const answer = await (call.cost === 'heavy' && signedIn.user !== null
    ? turns.take(signedIn.user.accountId, gone, work)
    : work())
  return sendAnswer(call, answer, exchange, {
    renew: async () => (await find()).user,
    stream: (batches) => {
      if (signedIn.user === null) throw new Error(`${bound.name} makes a file for no account`)
      const { limits } = binding
      return streamOfBatches(batches, { reply, turns, limits, accountId: signedIn.user.accountId, gone })
    },
  })
}

/** What sending an answer may need of the call. */
interface Sending {
  /** The caller, as of now. */
  readonly renew: () => Promise<SignedIn | null>
  /** The stream of a file that is made batch by batch. */
  readonly stream: (batches: AsyncIterable<string>) => Readable
}

/** @returns what the answer is made of */
async function sendAnswer(
  { answer: shape, access, answerAsIs, status, cache }: AnyCall,
  answer: unknown,
  { request, reply }: Exchange,
  { renew, stream }: Sending,
): Promise<unknown> {
  if (status !== 200) reply.code(status)
  reply.header('cache-control', cache)
  // the address itself is the permission
  if (access === 'link') reply.header('referrer-policy', 'no-referrer')
  if (!('kind' in shape)) return answerAsIs ? namesToWire(shape, answer) : encodeWire(shape, answer)
  if (shape.kind === 'file') {
    const file = answer as FileAnswer
    const sent = file.from === 'batches' ? { from: 'stream' as const, stream: stream(file.batches) } : file
    return sendFile(shape, sent, request, reply)
  }
  return sendEvents({ content: shape, answer: answer as EventsAnswer<EventShapes>, request, reply, renew })
}

/** Who was refused what, in the log: wrong input too, which the audit does not keep. What was sent stays out. */
function logRefused(
  error: unknown,
  { name, request, user }: { name: CallName; request: FastifyRequest; user: SignedIn | null },
): void {
  if (!(error instanceof Problem)) return
  const { code, fields } = error
  const from = { request_id: request.id, address: request.ip, account_id: user?.accountId ?? null }
  request.log.info({ ...from, call: name, code, fields: Object.keys(fields ?? {}) }, 'call refused')
}

function hungUp(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}

/** Whole bytes are there even where none were sent; others are read by their consumer. */
function bodyOf({ body }: AnyCall, request: FastifyRequest): unknown {
  if (!isBytes(body)) return request.body
  if (isForm(body)) return openForm(request.raw)
  if (!body.isWhole) return request.raw
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

function onlyOnce<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** What who has to set up a second factor may do. */
const factorCalls: readonly AnyCall[] = [
  calls.getSecondFactor,
  calls.beginSecondFactor,
  calls.confirmSecondFactor,
  calls.changePassword,
]

/** @throws Problem `session.password_change`, `session.factor_asked`, `access.key`, `access.page` */
function checkCaller(user: SignedIn, call: AnyCall): void {
  if (user.mustChangePassword && call !== calls.changePassword) throw new Problem('session.password_change')
  if (user.lacksFactor && !factorCalls.includes(call)) throw new Problem('session.factor_asked')
  checkMachine(user, call)
  checkAccess(user, call.access, call.method)
}

function contextOf({ request, reply }: Exchange, received: Received<AnyCall>, known: Basics & Caller) {
  const language = languageOf(request)
  const client = clientOf(request, reply)
  const { log } = request
  return { ...known, ...received, language, translate: createTranslator(language), client, log }
}

/**
 * Runs a handler. Its refusals name fields as they travel: fields of the body, and `query.` and `params.`.
 */
async function inWireNames(call: AnyCall, handle: () => unknown): Promise<unknown> {
  try {
    return await handle()
  } catch (error) {
    if (!(error instanceof Problem) || Object.keys(error.fields).length === 0) throw error
    const fields = Object.entries(error.fields).map(([path, problem]) => [wirePath(call, path), problem])
    throw new Problem(error.code, error.values, Object.fromEntries(fields), error.present)
  }
}

/**
 * Runs a handler. A write that audits nothing itself is audited by the name of its call, so that none is
 * missed.
 */
async function ensureAudited(
  name: CallName,
  { request, signedIn: { user } }: Exchange,
  { db, clock }: Basics,
  handle: () => unknown,
): Promise<unknown> {
  if (request.method === 'GET' || user === null) return handle()
  const { answer, isAudited } = await trackAudit(async () => handle())
  if (!isAudited) {
    const by = { accountId: user.accountId, name: user.name }
    const detail = { ...(request.params as object) }
    const entry = { at: clock.now(), by, storeId: null, kind: 'call.done', subject: name, detail }
    await addAudit(db, { ...entry, outcome: 'done' })
  }
  return answer
}
