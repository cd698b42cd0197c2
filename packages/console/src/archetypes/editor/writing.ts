import { type Call, nothing } from '@coldkeep/contract/call'
import { issuesIn } from '@coldkeep/contract/wire/issues'
import { type Limits, limitsIn } from '@coldkeep/contract/wire/limits'
import type * as z from 'zod/mini'
import type { CallInput } from '../../api/transport'

type Shape = z.ZodMiniType

/** A call and how its input is made of what the editor has in hand. */
export interface Writing<Given extends readonly unknown[]> {
  readonly call: Call
  readonly inputOf: (...given: Given) => CallInput<Call>
}

/** For calls that do not take what the editor gives as it is. */
export function writing<C extends Call, Given extends readonly unknown[]>(
  call: C,
  inputOf: (...given: Given) => CallInput<C>,
): Writing<Given> {
  return { call, inputOf: inputOf as Writing<Given>['inputOf'] }
}

/** A call whose body is a list of such entries. */
type ListCall<Entry> = Call<Shape, Shape, z.ZodMiniType<readonly Entry[]>>
/** A call that names one entry by its id in the query, with its revision where the entry has one. */
type IdCall<Id> = Call<Shape, z.ZodMiniType<{ readonly id: Id }>>

export type CreateWriting<Draft> = ListCall<Draft> | Writing<[drafts: readonly Draft[]]>
export type UpdateWriting<Row, Draft> = ListCall<Row> | Writing<[row: Row, draft: Draft]>
export type RemoveWriting<Row> =
  | (Row extends { readonly id: infer Id } ? IdCall<Id> : never)
  | Writing<[row: Row]>

function isCall(given: object): given is Call {
  return 'method' in given
}

export function createWriting<Draft>(given: CreateWriting<Draft>): Writing<[readonly Draft[]]> {
  return isCall(given) ? { call: given, inputOf: (drafts) => ({ body: drafts }) } : given
}

export function updateWriting<Row, Draft>(given: UpdateWriting<Row, Draft>): Writing<[Row, Draft]> {
  return isCall(given)
    ? { call: given, inputOf: (row, draft) => ({ body: [{ ...row, ...draft }] }) }
    : (given as Writing<[Row, Draft]>)
}

export function removeWriting<Row>(given: RemoveWriting<Row>): Writing<[Row]> {
  return isCall(given)
    ? { call: given, inputOf: (row) => ({ query: named(row as { id?: unknown; revision?: unknown }) }) }
    : (given as Writing<[Row]>)
}

function named({ id, revision }: { readonly id?: unknown; readonly revision?: unknown }) {
  return revision === undefined ? { id } : { id, revision }
}

/** What the contract finds wrong with an input, before anything is sent; each field is judged by itself. */
export function issuesOf(call: Call, input: CallInput<Call>): readonly z.core.$ZodIssue[] {
  const parts = input as { params?: unknown; query?: unknown; body?: unknown }
  return [
    ...issuesIn(call.params, parts.params ?? {}),
    ...issuesIn(call.query, parts.query ?? {}),
    ...issuesIn(call.body, call.body === nothing ? {} : parts.body),
  ]
}

/** How long and how large what a call takes may be, by the names of its fields. */
export function limitsOfCall({ params, query, body }: Call): ReadonlyMap<string, Limits> {
  return new Map([...limitsIn(params), ...limitsIn(query), ...limitsIn(body)])
}

/** How many letters a text that a call takes may have, by the name of its field. */
export function longestIn(call: Call, field: string): number | undefined {
  return limitsOfCall(call).get(field)?.maxLength
}
