import { decodeReply } from '@coldkeep/domain/points/decode-point'
import { quality, type Reading } from '@coldkeep/domain/points/reading'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { isTemporaryException } from '@coldkeep/modbus/function-code'
import { type Bus, type BusOutcome, type BusRequest, isSent, type Priority } from '../bus/bus'
import type { PlanStep } from './plan'

/** Sends one command until it is answered or its attempts are used up. Never rejects: a failure is an outcome. */
export async function runCommand(
  bus: Bus,
  step: Pick<PlanStep, 'request'>,
  attempts: number,
  priority: Priority,
  ended?: BusRequest['ended'],
): Promise<BusOutcome> {
  const request = { ...step.request, priority, ...(ended && { ended }) }
  let outcome = await bus.request(request)
  for (let attempt = 1; attempt < attempts && canBeRepeated(outcome); attempt++) {
    outcome = await bus.request(request)
  }
  return outcome
}

/** True when the device answered the request, be it with a refusal. */
export function isAnswer(outcome: BusOutcome): boolean {
  return outcome.kind === 'reply' || outcome.kind === 'exception'
}

/** The readings of all points of a command; those that failed have a quality and no value. */
export function readingsOf(
  step: PlanStep,
  outcome: BusOutcome,
  at: EpochMs,
  isClockTrusted: boolean,
): Reading[] {
  const reply = isSent(outcome) ? outcome : ({ kind: 'timeout' } as const)
  return decodeReply(step.decoderId, step.points, reply).map((decoded, index) => {
    const isMarked = decoded.quality === quality.good && !isClockTrusted
    return {
      // One value per point, in their order.
      pointId: (step.points[index] as PlanStep['points'][number]).pointId,
      at,
      value: decoded.value,
      quality: isMarked ? quality.clockUntrusted : decoded.quality,
    }
  })
}

function canBeRepeated(outcome: BusOutcome): boolean {
  if (outcome.kind === 'exception') return isTemporaryException(outcome.exceptionCode)
  return outcome.kind !== 'reply' && outcome.kind !== 'unwanted' && outcome.kind !== 'forbidden'
}
