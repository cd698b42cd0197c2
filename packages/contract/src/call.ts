import type { PageKey } from '@coldkeep/domain/access/page-key'
import * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * Who may make a call: anybody, whoever presents account and password, every signed-in account, or the accounts
 * that were granted one of the pages.
 */
export type Access = 'public' | 'credentials' | 'signed_in' | readonly PageKey[]

type Shape = z.ZodMiniType

/** One HTTP call. The server binds it, the console sends it, the reference is printed from it. */
export interface Call<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Answer extends Shape = Shape,
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
}

/**
 * What a call takes of the server. Heavy ones read readings, figures of many stores over days, or whole files: few of an
 * account run at once, the others wait their turn.
 */
export type Cost = 'usual' | 'heavy'

/** A call that takes nothing in this place. */
export const nothing = z.object({})
type Nothing = typeof nothing

type CallDefinition<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  A extends Shape,
  Who extends Access,
> = Pick<Call<P, Q, B, A, Who>, 'method' | 'path' | 'access' | 'summary' | 'answer'> & {
  params?: P
  query?: Q
  body?: B
  answerAsIs?: boolean
  maxBodyBytes?: number
  cost?: Cost
}

/** Declares a call; parts that are left out take nothing. */
export function defineCall<
  A extends Shape,
  P extends Shape = Nothing,
  Q extends Shape = Nothing,
  B extends Shape = Nothing,
  const Who extends Access = Access,
>(definition: CallDefinition<P, Q, B, A, Who>): Call<P, Q, B, A, Who> {
  return {
    ...definition,
    params: definition.params ?? (nothing as unknown as P),
    query: definition.query ?? (nothing as unknown as Q),
    body: definition.body ?? (nothing as unknown as B),
    answerAsIs: definition.answerAsIs ?? false,
    maxBodyBytes: definition.maxBodyBytes ?? null,
    cost: definition.cost ?? 'usual',
  }
}

/** What the server's handler receives and the console passes, in our own words. */
export interface Input<C extends Call> {
  readonly params: z.output<C['params']>
  readonly query: z.output<C['query']>
  readonly body: z.output<C['body']>
}

/** What the handler returns and the console gets, in our own words. */
export type Answer<C extends Call> = z.output<C['answer']>

type Whole = Record<string, unknown>

/**
 * The address of a call: path parameters filled in, query appended.
 * Lists are joined with commas; `null` and `undefined` are left out.
 */
export function addressOf(call: Call, params: unknown, query: unknown): string {
  const wireParams = z.encode(call.params, params as never) as Whole
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(wireParams[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(z.encode(call.query, query as never) as Whole)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}
