import type { Call } from '@coldkeep/contract/call'
import type * as z from 'zod/mini'
import type { CallInput } from '../../api/transport'

type Shape = z.ZodMiniType

/** A call and how its input is made of what the editor has in hand. */
export interface RowCall<Given extends readonly unknown[]> {
  readonly call: Call
  readonly inputOf: (...given: Given) => CallInput<Call>
}

/** For calls that do not take what the editor gives as it is. */
export function rowCall<C extends Call, Given extends readonly unknown[]>(
  call: C,
  inputOf: (...given: Given) => CallInput<C>,
): RowCall<Given> {
  return { call, inputOf: inputOf as RowCall<Given>['inputOf'] }
}

/** A call whose body is a list of such entries. */
type ListCall<Entry> = Call<Shape, Shape, z.ZodMiniType<readonly Entry[]>>
/** A call that names one entry by its id in the query, with its revision where the entry has one. */
type IdCall<Id> = Call<Shape, z.ZodMiniType<{ readonly id: Id }>>

export type CreateCall<Draft> = ListCall<Draft> | RowCall<[drafts: readonly Draft[]]>
export type UpdateCall<Row, Draft> = ListCall<Row> | RowCall<[row: Row, draft: Draft]>
export type RemoveCall<Row> =
  | (Row extends { readonly id: infer Id } ? IdCall<Id> : never)
  | RowCall<[row: Row]>

function isCall(given: object): given is Call {
  return 'method' in given
}

export function createCall<Draft>(given: CreateCall<Draft>): RowCall<[readonly Draft[]]> {
  return isCall(given) ? { call: given, inputOf: (drafts) => ({ body: drafts }) } : given
}

export function updateCall<Row, Draft>(given: UpdateCall<Row, Draft>): RowCall<[Row, Draft]> {
  return isCall(given)
    ? { call: given, inputOf: (row, draft) => ({ body: [{ ...row, ...draft }] }) }
    : (given as RowCall<[Row, Draft]>)
}

export function removeCall<Row>(given: RemoveCall<Row>): RowCall<[Row]> {
  return isCall(given)
    ? { call: given, inputOf: (row) => ({ query: named(row as { id?: unknown; revision?: unknown }) }) }
    : (given as RowCall<[Row]>)
}

function named({ id, revision }: { readonly id?: unknown; readonly revision?: unknown }) {
  return revision === undefined ? { id } : { id, revision }
}
