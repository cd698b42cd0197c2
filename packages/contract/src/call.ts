import type { PageKey } from '@coldkeep/domain/access/page-key'
import * as z from 'zod/mini'
import { type Bytes, type EventContent, type FileContent, isBytes } from './content'
import { encodeWire, pathFromWire, pathToWire } from './wire/dialect'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may make a call: anyone, a caller who presents account and password, every signed-in account, or the
 * accounts that were granted one of the pages; the holder of a signed address (`link`), terminals with their
 * credential, boxes with the token of their program for system updates, LINE with its signature.
 */
export type Access =
  | 'public'
  | 'credentials'
  | 'signed_in'
  | 'link'
  | 'terminal'
  | 'box'
  | 'line'
  | readonly PageKey[]

type Shape = z.ZodMiniType

/**
 * One HTTP call. The server binds it, the console sends it, the reference is printed from it. Without arguments: one
 * whose body and answer are documents.
 */
export interface Call<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape | Bytes = Shape,
  Answer extends Shape | FileContent | EventContent = Shape,
  Who extends Access = Access,
> {
  readonly method: Method
  /** With `{name}` for each path parameter. */
  readonly path: string
  readonly access: Who
  /** One line for the reference, in English. */
  readonly summary: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly answer: Answer
  /**
   * True for large answers: the presenter already produces the wire shape, and neither side runs the codec over
   * it. The schema then only types and documents.
   */
  readonly answerAsIs: boolean
  /** Of what is sent; `null`: as large as the schema of the body can be. */
  readonly maxBodyBytes: number | null
  readonly cost: Cost
  /** Of an answer that is no refusal. */
  readonly status: 200 | 201
  /** `no-cache`: browsers may keep the answer and ask each time whether it still holds. */
  readonly cache: 'no-store' | 'no-cache'
}

/** A call of the table, whatever its body and its answer are. */
export type AnyCall = Call<Shape, Shape, Shape | Bytes, Shape | FileContent | EventContent>

/**
 * What a call takes of the server. Heavy ones read readings, figures of many stores over days, or whole files: few of an
 * account run at once, the others wait their turn.
 */
type Cost = 'usual' | 'heavy'

/** A call that takes nothing in this place. */
export const nothing = z.object({})
type Nothing = typeof nothing

type CallDefinition<
  P extends Shape,
  Q extends Shape,
  B extends Shape | Bytes,
  A extends Shape | FileContent | EventContent,
  Who extends Access,
> = Pick<Call<P, Q, B, A, Who>, 'method' | 'path' | 'access' | 'summary' | 'answer'> & {
  params?: P
  query?: Q
  body?: B
  answerAsIs?: boolean
  maxBodyBytes?: number
} & Partial<Pick<Call, 'cost' | 'status' | 'cache'>>

/** Declares a call; parts that are left out take nothing. */
export function defineCall<
  A extends Shape | FileContent | EventContent,
  P extends Shape = Nothing,
  Q extends Shape = Nothing,
  B extends Shape | Bytes = Nothing,
  const Who extends Access = Access,
>(definition: CallDefinition<P, Q, B, A, Who>): Call<P, Q, B, A, Who> {
  const { body } = definition
  return {
    ...definition,
    params: definition.params ?? (nothing as unknown as P),
    query: definition.query ?? (nothing as unknown as Q),
    body: body ?? (nothing as unknown as B),
    answerAsIs: definition.answerAsIs ?? false,
    maxBodyBytes: definition.maxBodyBytes ?? (body !== undefined && isBytes(body) ? body.maxBytes : null),
    cost: definition.cost ?? 'usual',
    status: definition.status ?? 200,
    cache: definition.cache ?? 'no-store',
  }
}

/** Where a call leads and what it carries, in our own words. */
export interface CallTarget<C extends AnyCall> {
  readonly params: z.output<C['params']>
  readonly query: z.output<C['query']>
}

/** What the server's handler receives and the console passes, in our own words. */
export interface Input<C extends Call> extends CallTarget<C> {
  readonly body: z.output<C['body']>
}

/** What the handler returns and the console gets, in our own words. */
export type Answer<C extends Call> = z.output<C['answer']>

/** A field of what a call takes, as refusals name it: one of the body by its path, others behind `query.` and `params.`. */
export function wirePath(call: AnyCall, path: string): string {
  return translated(call, path, pathToWire)
}

/** The same back, in our names. */
export function ownPath(call: AnyCall, path: string): string {
  return translated(call, path, pathFromWire)
}

function translated(call: AnyCall, path: string, translate: typeof pathToWire): string {
  const [first = '', ...rest] = path.split('.')
  const isPart = first === 'query' || first === 'params'
  if (isPart && rest.length > 0) return [first, ...translate(call[first], rest)].join('.')
  return isBytes(call.body) ? path : translate(call.body, [first, ...rest]).join('.')
}

type Whole = Record<string, unknown>

/**
 * The address of a call: path parameters filled in, query appended.
 * Lists are joined with commas; `null` and `undefined` are left out.
 */
export function addressOf<C extends Pick<AnyCall, 'path' | 'params' | 'query'>>(
  call: C,
  params: z.output<C['params']>,
  query: z.output<C['query']>,
): string {
  const wireParams = encodeWire(call.params, params as never) as Whole
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(wireParams[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(encodeWire(call.query, query as never) as Whole)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}
