import type { ReadBack, ReadValue, WriteArguments } from '@coldkeep/contract/mqtt/command-arguments'
import { decodeReply } from '@coldkeep/domain/points/decode-point'
import { quality } from '@coldkeep/domain/points/reading'
import { buildRequest } from '@coldkeep/domain/polling/build-request'
import { type DecoderId, decoderIds, type PointLayout } from '@coldkeep/domain/polling/poll-command'
import { strictnessOf } from '@coldkeep/domain/polling/reply-payload'
import { isTextFormat, isValueFormat } from '@coldkeep/modbus/register-value'
import type { Bus, BusRequest } from '../bus/bus'
import type { Timekeeper } from '../time/timekeeper'

/** One value of a device, ready to be asked for. */
export interface PlannedReadBack {
  readonly request: BusRequest
  readonly retries: number
  readonly decoderId: DecoderId
  readonly layout: PointLayout
  /** `null`: anything is right. */
  readonly expected: number | null
}

/** @returns `faulty` where it names no request, engine or number format */
export function planReadBack(
  { unitId, timeoutMs, intervalMs, retries }: WriteArguments,
  asked: ReadBack,
): PlannedReadBack | 'faulty' {
  const frame = buildRequest(asked, unitId)
  const decoderId = decoderIds.find((id) => id === asked.decoderId)
  const { numericFormat } = asked
  if (!frame.ok || decoderId === undefined) return 'faulty'
  if (!isValueFormat(numericFormat) || isTextFormat(numericFormat)) return 'faulty'
  return {
    request: {
      frame: frame.value,
      expectedLengthBytes: asked.responseLengthBytes,
      strictness: strictnessOf(decoderId),
      timeoutMs,
      intervalMs,
      priority: 'write',
    },
    retries,
    decoderId,
    layout: { ...asked, numericFormat },
    expected: asked.expected,
  }
}

/** Never rejects: what cannot be read has a quality and no value. */
export async function readBack(
  bus: Bus,
  { request, retries, decoderId, layout }: PlannedReadBack,
  time: Pick<Timekeeper, 'now'>,
): Promise<ReadValue> {
  let outcome = await bus.request(request)
  for (let attempt = 0; attempt < retries && outcome.kind === 'timeout'; attempt++) {
    outcome = await bus.request(request)
  }
  const reply = outcome.kind === 'port' ? ({ kind: 'timeout' } as const) : outcome
  const [read] = decodeReply(decoderId, [layout], reply)
  return { value: read?.value ?? null, quality: read?.quality ?? quality.format, at: time.now() }
}
