import type { ReadBack, ReadValue, WriteArguments } from '@coldkeep/contract/mqtt/command-arguments'
import { decodeReply } from '@coldkeep/domain/points/decode-point'
import { quality } from '@coldkeep/domain/points/reading'
import { buildReadRequest } from '@coldkeep/domain/polling/build-request'
import { type DecoderId, decoderIds, type PointLayout } from '@coldkeep/domain/polling/poll-command'
import { strictnessOf } from '@coldkeep/domain/polling/reply-payload'
import { isTextFormat, isValueFormat } from '@coldkeep/modbus/register-value'
import { type Bus, type BusRequest, isSent } from '../bus/bus'
import { runCommand } from '../polling/run-command'
import type { Timekeeper } from '../time/timekeeper'

/** One value of a device, ready to be requested. */
export interface PlannedReadBack {
  readonly request: BusRequest
  readonly retries: number
  readonly decoderId: DecoderId
  readonly layout: PointLayout
  /** `null`: anything is right. */
  readonly expected: number | null
}

/** @returns `faulty` where it names no request that only reads, no engine or number format */
export function planReadBack(
  { unitId, timeoutMs, intervalMs, retries }: WriteArguments,
  readBack: ReadBack,
): PlannedReadBack | 'faulty' {
  const frame = buildReadRequest(readBack, unitId)
  const decoderId = decoderIds.find((id) => id === readBack.decoderId)
  const { numericFormat } = readBack
  if (!frame.ok || decoderId === undefined) return 'faulty'
  if (!isValueFormat(numericFormat) || isTextFormat(numericFormat)) return 'faulty'
  return {
    request: {
      frame: frame.value,
      expectedLengthBytes: readBack.responseLengthBytes,
      strictness: strictnessOf(decoderId),
      timeoutMs,
      intervalMs,
      priority: 'write',
    },
    retries,
    decoderId,
    layout: { ...readBack, numericFormat },
    expected: readBack.expected,
  }
}

/**
 * Never rejects: what cannot be read has a quality and no value. A bad frame is retried too, as a late answer
 * to the write may have come in its place.
 * @param isStillNeeded left out: it is read however late it is
 * @returns undefined where it was no longer requested
 */
export async function readBack(
  bus: Bus,
  { request, retries, decoderId, layout }: PlannedReadBack,
  time: Pick<Timekeeper, 'now'>,
  isStillNeeded?: BusRequest['isStillNeeded'],
): Promise<ReadValue | undefined> {
  const step = { request: { ...request, ...(isStillNeeded && { isStillNeeded }) } }
  const outcome = await runCommand(bus, step, 1 + retries, 'write')
  if (outcome.kind === 'unwanted') return undefined
  const reply = isSent(outcome) ? outcome : ({ kind: 'timeout' } as const)
  const [read] = decodeReply(decoderId, [layout], reply)
  return { value: read?.value ?? null, quality: read?.quality ?? quality.format, at: time.now() }
}
