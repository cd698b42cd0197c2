import { finished } from 'node:stream/promises'
import { calls } from '@coldkeep/contract/calls'
import { Problem, type WireProblem } from '@coldkeep/contract/problem'
import type { ProblemCode } from '@coldkeep/contract/problem-status'
import type { PhraseKey } from '@coldkeep/phrases/keys'
import { createTranslator } from '@coldkeep/phrases/phrases'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isTransient } from '../db/transient'
import { languageOf } from './language'

const MEBIBYTE = 1_048_576
export const MAX_BODY_BYTES = MEBIBYTE
const TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE'
const LONGEST_READING_MS = 10_000

const codeOfFastifyError: Readonly<Record<string, ProblemCode>> = {
  [TOO_LARGE]: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.not_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.not_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_BAD_URL: 'route.unknown',
  FST_ERR_MAX_PARAM_LENGTH: 'route.unknown',
}

/** Turns every throw of a route, and every address without one, into the one shape of a refusal. */
export function handleProblems(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    if ((error as { code?: unknown }).code === TOO_LARGE) await readToItsEnd(request)
    return answerProblem(error, request, reply)
  })
}

/**
 * Lets a rejected body run through, unread. A client that is disconnected while still sending loses the
 * answer with the connection, and would never learn what was wrong.
 */
async function readToItsEnd({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete || raw.destroyed) return
  raw.resume()
  const patience = AbortSignal.timeout(LONGEST_READING_MS)
  await finished(raw, { signal: patience }).catch(() => undefined)
}

/** Answers a refusal. What is not a `Problem` is a fault of ours: logged here, once, with its stack. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error, request)
  if (problem.status >= 500) request.log.error({ err: error, request_id: request.id }, 'request failed')
  const seconds = problem.values.seconds ?? Number(problem.values.minutes) * 60
  if (problem.status === 429) reply.header('retry-after', seconds)
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(wireProblemOf(problem, request))
}

/** The problem at an address without a route: the wrong method of a call, or nothing. */
export function problemOfUnknownRoute(request: FastifyRequest, reply: FastifyReply): Problem {
  const path = request.url.split('?', 1)[0] ?? ''
  const methods = callShapes.filter(({ shape }) => shape.test(path)).map(({ method }) => method)
  if (methods.length === 0) return new Problem('route.unknown')
  reply.header('allow', [...new Set(methods)].join(', '))
  return new Problem('route.method')
}

const callShapes = Object.values(calls).map(({ method, path }) => ({
  method,
  shape: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}))

function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  const known = typeof code === 'string' ? codeOfFastifyError[code] : undefined
  if (known === 'request.too_large') {
    const { bodyLimit = MAX_BODY_BYTES } = request.routeOptions
    return new Problem(known, { limit: sizeText(bodyLimit) })
  }
  if (known !== undefined) return new Problem(known)
  // A folder of the console is requested as if it were a file.
  if (statusCode === 403 || statusCode === 404) return new Problem('route.unknown')
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new Problem('request.malformed')
  }
  return new Problem(isTransient(error) ? 'service.unavailable' : 'internal')
}

function sizeText(bytes: number): string {
  return bytes < MEBIBYTE ? `${bytes / 1024} KB` : `${bytes / MEBIBYTE} MB`
}

function wireProblemOf(problem: Problem, request: FastifyRequest): WireProblem {
  const translate = createTranslator(languageOf(request)) as (key: PhraseKey, values: object) => string
  return {
    code: problem.code,
    message: translate(`errors.${problem.code}`, problem.values),
    ...(Object.keys(problem.fields).length > 0 ? { fields: problem.fields } : {}),
    ...(problem.present === undefined ? {} : { present: problem.present }),
    request_id: request.id,
  }
}
