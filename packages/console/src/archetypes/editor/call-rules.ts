import { type Call, nothing } from '@coldkeep/contract/call'
import { issuesIn } from '@coldkeep/contract/wire/issues'
import { type Limits, limitsIn } from '@coldkeep/contract/wire/limits'
import type * as z from 'zod/mini'
import type { CallInput } from '../../api/transport'

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
