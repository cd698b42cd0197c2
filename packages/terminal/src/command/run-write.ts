import type { WriteArguments } from '@coldkeep/contract/mqtt/command-arguments'
import type { PortSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import { buildRequest } from '@coldkeep/domain/polling/build-request'
import {
  checkWriteReply,
  type ExpectedReply,
  parseExpectedReply,
} from '@coldkeep/domain/polling/check-write-reply'
import { formatHex } from '@coldkeep/domain/polling/parse-hex'
import { hasValidCrc } from '@coldkeep/modbus/crc'
import type { Bus, BusOutcome, BusRequest } from '../bus/bus'
import type { Outcome } from './command-runner'

const CRC_BYTES = 2

export interface WritePorts {
  readonly ports: readonly PortSettings[]
  readonly buses: ReadonlyMap<string, Bus>
}

/**
 * Writes once. Only silence allows another attempt: after any answer the device may have done it. Success is the
 * expected packet and nothing else.
 */
export async function runWrite(arg: WriteArguments, { ports, buses }: WritePorts): Promise<Outcome> {
  const bus = buses.get(arg.portId)
  const port = ports.find(({ id }) => id === arg.portId)
  if (bus === undefined || port === undefined) return refused('E_PORT', `no port is called ${arg.portId}`)
  const frame = buildRequest(arg, arg.unitId)
  if (!frame.ok) return refused(codes[frame.problem], frame.problem)
  if (port.kind === 'mbtcp' && !hasValidCrc(frame.value)) return refused('E_CRC_NEEDED', 'no valid CRC')
  const expected = parseExpectedReply(arg, arg.unitId)
  if (!expected.ok) return refused('E_HEX', 'the expected packet is no hexadecimal text')
  const request: BusRequest = {
    frame: frame.value,
    expectedLengthBytes: lengthOf(expected.value),
    // what came instead is to be shown, and a packet without a CRC has none to check
    strictness: expected.value.hasCrc ? 'station' : 'length',
    timeoutMs: arg.timeoutMs,
    intervalMs: arg.intervalMs,
    priority: 'write',
  }
  let outcome = await bus.request(request)
  for (let attempt = 0; attempt < arg.retries && outcome.kind === 'timeout'; attempt++) {
    outcome = await bus.request(request)
  }
  return judged(outcome, expected.value, frame.value)
}

const codes = {
  hex_malformed: 'E_HEX',
  too_long: 'E_LONG',
  unit_id_range: 'E_ID',
  unit_id_mismatch: 'E_ID',
} as const

function judged(outcome: BusOutcome, expected: ExpectedReply, frame: Uint8Array): Outcome {
  switch (outcome.kind) {
    case 'reply': {
      const out = { packet: formatHex(outcome.bytes) }
      const reply = checkWriteReply(expected, frame, outcome.bytes)
      if (reply.kind === 'success') return { st: 'done', out }
      if (reply.kind === 'refused')
        return failed(`E_EXCEPTION(${reply.exceptionCode})`, 'the device refused', out)
      return failed('E_MISMATCH', 'the answer is not the expected packet', out)
    }
    case 'exception':
      return failed(`E_EXCEPTION(${outcome.exceptionCode})`, 'the device refused')
    case 'timeout':
      return failed('E_TIMEOUT', 'no answer')
    case 'port':
      return failed('E_PORT', 'the port is missing or cannot be opened')
    default:
      return failed('E_FRAME', `bad answer: ${outcome.kind}`)
  }
}

function lengthOf({ bytes, hasCrc }: ExpectedReply): number {
  return bytes.length + (hasCrc ? CRC_BYTES : 0)
}

function refused(code: string, text: string): Outcome {
  return { st: 'refused', err: { code, text } }
}

function failed(code: string, text: string, out?: Record<string, unknown>): Outcome {
  return { st: 'failed', err: { code, text }, ...(out && { out }) }
}
