import type { Answer, Call } from '@coldkeep/contract/call'
import { type CallName, calls } from '@coldkeep/contract/calls'
import { Problem } from '@coldkeep/contract/problem'
import { createTranslator } from '@coldkeep/phrases/phrases'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { checkAccess, checkMachine } from '../access/may-call'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import { whetherNoted } from '../audit/noted-writes'
import type { Refusal, Refusals } from '../audit/refusals'
import { bodyLimitOf } from '../http/body-limit'
import type { CallRate } from '../http/call-rate'
import { languageOf } from '../http/language'
import type { Turns } from '../http/turns'
import type { Basics, CallContext } from './context'
import { decodeInput } from './decode-input'

export type Handler<C extends Call> = (context: CallContext<C>) => Answer<C> | Promise<Answer<C>>

/** One handler for every call of the table; a missing one does not compile. */
export type Handlers = { readonly [Name in CallName]: Handler<(typeof calls)[Name]> }

type AnyHandler = (context: unknown) => unknown

/** A call that ended with an error. */
export interface RefusedCall {
  readonly name: CallName
  readonly call: Call
  readonly request: FastifyRequest
  /** Who asked, where that was known when it was refused. */
  readonly user: SignedIn | null
}

/** What binding needs, beside what handlers get. */
export interface Binding extends Basics {
  readonly refusals: Refusals
  readonly turns: Turns
  readonly rate: CallRate
  /** Who makes a request. @throws Problem where that is nobody who may call */
  readonly authenticate: (request: FastifyRequest) => Promise<SignedIn>
  /** What the audit is to know of a call that ended with an error; `null`: nothing. */
  readonly refusalOf: (error: unknown, refused: RefusedCall) => Promise<Refusal | null>
}

/** Makes a route of every call. */
export function bindCalls(app: FastifyInstance, handlers: Handlers, binding: Binding): void {
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    // The table pairs each handler with its call; a loop over both cannot show that to the compiler.
    bindCall(app, { name, call, handler: handlers[name] as AnyHandler }, binding)
  }
}

interface BoundCall {
  readonly name: CallName
  readonly call: Call
  readonly handler: AnyHandler
}

function bindCall(app: FastifyInstance, bound: BoundCall, binding: Binding): void {
  const { db, clock, refusals, turns, rate } = binding
  const { name, call, handler } = bound
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: bodyLimitOf(call),
    handler: async (request, reply) => {
      const asked: { user: SignedIn | null } = { user: null }
      try {
        asked.user = needsToken(call) ? await binding.authenticate(request) : null
        if (asked.user !== null) {
          rate.count(asked.user.accountId, clock.now())
          checkCaller(asked.user, call)
        }
        const context = contextOf(call, request, reply, { db, clock, user: asked.user })
        const work = () => noteWrite(name, context, () => handler(context))
        const answer = await (call.cost === 'heavy' && asked.user !== null
          ? turns.take(asked.user.accountId, hungUp(reply), work)
          : work())
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
        return call.answerAsIs ? answer : z.encode(call.answer, answer as never)
      } catch (error) {
        noteRefused(error, { name, request, user: asked.user })
        const refusal = await binding.refusalOf(error, { name, call, request, ...asked })
        if (refusal !== null) await refusals.note(refusal)
        throw error
      }
    },
  })
}

/** Who was refused what, in the log: wrong input too, which the audit does not keep. What was sent stays out. */
function noteRefused(
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

function needsToken({ access }: Call): boolean {
  return access !== 'public' && access !== 'credentials'
}

/** What who has to set up a second factor may do. */
const factorCalls: readonly Call[] = [
  calls.getSecondFactor,
  calls.beginSecondFactor,
  calls.confirmSecondFactor,
  calls.changePassword,
]

/** @throws Problem `session.password_change`, `session.factor_asked`, `access.key`, `access.page` */
function checkCaller(user: SignedIn, call: Call): void {
  if (user.mustChangePassword && call !== calls.changePassword) throw new Problem('session.password_change')
  if (user.lacksFactor && !factorCalls.includes(call)) throw new Problem('session.factor_asked')
  checkMachine(user, call)
  checkAccess(user, call.access, call.method)
}

function contextOf(
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  known: Basics & { readonly user: SignedIn | null },
) {
  const language = languageOf(request)
  return {
    ...known,
    ...decodeInput(call, request),
    language,
    translate: createTranslator(language),
    request,
    reply,
  }
}

/** Runs a handler. A write that notes nothing itself is noted by the name of its call, so that none is missed. */
async function noteWrite(
  name: CallName,
  { db, clock, user, request }: ReturnType<typeof contextOf>,
  handle: () => unknown,
): Promise<unknown> {
  if (request.method === 'GET' || user === null) return handle()
  const { answer, isNoted } = await whetherNoted(async () => handle())
  if (!isNoted) {
    const by = { accountId: user.accountId, name: user.name }
    const detail = { ...(request.params as object) }
    const entry = { at: clock.now(), by, storeId: null, kind: 'call.done', subject: name, detail }
    await addAudit(db, { ...entry, outcome: 'done' })
  }
  return answer
}
