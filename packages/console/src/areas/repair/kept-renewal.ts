import type { QueuedInput } from '../../site/queued-calls'
import type { WaitingRequest } from '../../site/waiting'
import { NO_ASSIGNEE, type Renewal, type RepairEntry, renewalOf } from './renew-form'

/** Renewals of a case that wait on this device, and that the service will take as they are. */
export function keptRenewals(requests: readonly WaitingRequest[]): readonly WaitingRequest[] {
  return requests.filter(({ kind, state }) => kind === 'renewal' && state === 'waiting')
}

/** A case as it will be once they have arrived; the next renewal goes on from there. */
export function renewedBy(of: RepairEntry, requests: readonly WaitingRequest[]): Renewal {
  return requests.reduce<Renewal>((before, request) => {
    const { progressId, assigneeId, cause } = bodyOf(request)
    return {
      progressId: progressId === undefined ? before.progressId : String(progressId),
      assigneeId: assigneeId === undefined ? before.assigneeId : String(assigneeId ?? NO_ASSIGNEE),
      cause: cause ?? before.cause,
      note: '',
    }
  }, renewalOf(of))
}

/** What was entered, one after another, as the form of the case holds all of it. */
export function valuesOf(of: RepairEntry, requests: readonly WaitingRequest[]): Renewal {
  const notes = requests.flatMap((request) => bodyOf(request).note ?? [])
  return { ...renewedBy(of, requests), note: notes.join('\n') }
}

/** A renewal with those that were to go on from it, in their order. */
export function withFollowers(
  first: WaitingRequest,
  requests: readonly WaitingRequest[],
): readonly WaitingRequest[] {
  const found = [first]
  for (const one of requests) if (found.some(({ id }) => id === one.after)) found.push(one)
  return found
}

/** What a person entered. */
export function bodyOf(request: WaitingRequest) {
  return (request.input as QueuedInput<'renewal'>).body
}

/** The same, based on the case as it is now: the person has seen what somebody else made of it. */
export function basedOn({ revision }: RepairEntry, request: WaitingRequest): WaitingRequest {
  const input = request.input as QueuedInput<'renewal'>
  return { ...request, input: { ...input, body: { ...input.body, revision } } }
}
