import { getDaySheet, listDaySheets } from '@coldkeep/contract/areas/day-sheets'
import { enterHandCheck } from '@coldkeep/contract/areas/hand-checks'
import { confirmOwnBulletin, listOwnBulletins, openOwnBulletin } from '@coldkeep/contract/areas/own-bulletins'
import { putPhoto } from '@coldkeep/contract/areas/photos'
import { getRepairCase, listRepairCases, renewRepair } from '@coldkeep/contract/areas/repair'
import { listUpkeepPlans } from '@coldkeep/contract/areas/upkeep-plans'
import { completeUpkeep, listUpkeepRecords } from '@coldkeep/contract/areas/upkeep-records'
import type { Answer, Call } from '@coldkeep/contract/call'
import type * as z from 'zod/mini'
import type { CallProblem } from '../api/call-problem'
import { type BytesCall, type CallInput, exchange, exchangeBytes, type TargetInput } from '../api/transport'
import type { WaitingKind, WaitingRequest } from './waiting'

/** What a request is sent with. */
interface SendingMeans {
  readonly headers: Record<string, string>
  readonly signal: AbortSignal
  readonly content: Blob
  readonly by: typeof fetch
}

interface QueuedCall<Input, Answered> {
  /** @throws CallProblem */
  readonly send: (input: Input, means: SendingMeans) => Promise<Answered>
  /** Reads whose answers it changes. */
  readonly changes: readonly Call[]
  /** The read that answers the same as it, and what that is read with. */
  readonly shownBy?: { readonly call: Call; readonly inputOf: (input: Input) => unknown }
  /** What is sent of something that was entered a while ago. */
  readonly later?: (input: Input, enteredAt: number) => Input
  /** What is sent instead after a refusal that no person has to decide; `null`: there is nothing. */
  readonly amended?: (input: Input, problem: CallProblem) => Input | null
  /** The next one of the same thing, once this one has arrived. */
  readonly next?: (sent: Input, answer: Answered, next: Input) => Input
}

type Renewal = CallInput<typeof renewRepair>

/** The calls that can wait, by what they are called here. A further one is a row of this table and a name in the phrases. */
export const queuedCalls = {
  photo: ofBytes(putPhoto, { changes: [getRepairCase, listUpkeepRecords] }),
  completion: ofDocument(completeUpkeep, { changes: [listUpkeepPlans, listUpkeepRecords] }),
  confirmation: ofDocument(confirmOwnBulletin, { changes: [listOwnBulletins, openOwnBulletin] }),
  check: ofDocument(enterHandCheck, { changes: [getDaySheet, listDaySheets] }),
  renewal: ofDocument(renewRepair, {
    changes: [getRepairCase, listRepairCases],
    shownBy: { call: getRepairCase, inputOf: ({ params }) => ({ params }) },
    later: (input, enteredAt) => ({ ...input, body: { at: enteredAt as never, ...input.body } }),
    // the clock here is ahead: without a time it happened when it arrives
    amended: (input, { code }) =>
      code?.endsWith('.future') && !('at' in input.body)
        ? { ...input, body: { ...input.body, at: undefined } }
        : null,
    // only where no one else came between: then the next one is decided by its person
    next: (sent, { case: now }, next) =>
      now.revision === sent.body.revision + 1
        ? { ...next, body: { ...next.body, revision: now.revision } }
        : next,
  } satisfies Rest<Renewal, Answer<typeof renewRepair>>),
} as const satisfies Record<WaitingKind, unknown>

type Calls = typeof queuedCalls
export type QueuedInput<Kind extends WaitingKind> = Parameters<Calls[Kind]['send']>[0]
export type QueuedAnswer<Kind extends WaitingKind> = Awaited<ReturnType<Calls[Kind]['send']>>

/** The call of a request, whatever it is. */
export function callOf({ kind }: Pick<WaitingRequest, 'kind'>): QueuedCall<unknown, unknown> {
  return queuedCalls[kind] as unknown as QueuedCall<unknown, unknown>
}

type Rest<Input, Answered> = Omit<QueuedCall<Input, Answered>, 'send'>

function ofDocument<C extends Call>(
  call: C,
  rest: Rest<CallInput<C>, Answer<C>>,
): QueuedCall<CallInput<C>, Answer<C>> {
  return { ...rest, send: (input, { headers, signal }) => exchange(call, input, { headers, signal }) }
}

function ofBytes<C extends BytesCall>(
  call: C,
  rest: Rest<TargetInput<C>, z.output<C['answer']>>,
): QueuedCall<TargetInput<C>, z.output<C['answer']>> {
  return { ...rest, send: (input, means) => exchangeBytes(call, input, means) }
}
