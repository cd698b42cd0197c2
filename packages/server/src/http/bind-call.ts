import type { Answer, Call } from '@coldkeep/contract/call'
import { type CallName, calls } from '@coldkeep/contract/calls'
import { createTranslator } from '@coldkeep/phrases/phrases'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { authenticate, checkAccess } from './authenticate'
import type { CallContext, Resources } from './context'
import { decodeInput } from './decode-input'
import { languageOf } from './language'

export type Handler<C extends Call> = (context: CallContext<C>) => Answer<C> | Promise<Answer<C>>

/** One handler for every call of the table; a missing one does not compile. */
export type Handlers = { readonly [Name in CallName]: Handler<(typeof calls)[Name]> }

type AnyHandler = (context: unknown) => unknown

/** Makes a route of every call. */
export function bindCalls(app: FastifyInstance, handlers: Handlers, resources: Resources): void {
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    // The table pairs each handler with its call; a loop over both cannot show that to the compiler.
    bindCall(app, call, handlers[name] as AnyHandler, resources)
  }
}

function bindCall(app: FastifyInstance, call: Call, handler: AnyHandler, resources: Resources): void {
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(call.maxBodyBytes !== null && { bodyLimit: call.maxBodyBytes }),
    handler: async (request, reply) => {
      const context = await contextOf(call, request, reply, resources)
      const answer = await handler(context)
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      return call.answerAsIs ? answer : z.encode(call.answer, answer as never)
    },
  })
}

async function contextOf(call: Call, request: FastifyRequest, reply: FastifyReply, resources: Resources) {
  const needsToken = call.access !== 'public' && call.access !== 'credentials'
  const user = needsToken ? await authenticate(request, resources) : null
  if (user !== null) checkAccess(user, call.access, call.method)
  const language = languageOf(request)
  return {
    ...resources,
    ...decodeInput(call, request),
    user,
    language,
    translate: createTranslator(language),
    request,
    reply,
  }
}
