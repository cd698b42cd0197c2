import type { ReadValue, WriteArguments, WriteOutcome } from '@coldkeep/contract/mqtt/command-arguments'
import type { PortSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import { buildRequest } from '@coldkeep/domain/polling/build-request'
import {
  checkWriteReply,
  type ExpectedReply,
  expectedLengthBytes,
  parseExpectedReply,
} from '@coldkeep/domain/polling/check-write-reply'
import { isSame } from '@coldkeep/domain/polling/fill-write'
import { formatHex } from '@coldkeep/domain/polling/parse-hex'
import { hasValidCrc } from '@coldkeep/modbus/crc'
import type { Bus, BusOutcome, BusRequest } from '../bus/bus'
import type { Timekeeper } from '../time/timekeeper'
import type { Outcome, TellProgress } from './command-runner'
import { type PlannedReadBack, planReadBack, readBack } from './read-back'

export interface WritePorts {
  readonly ports: readonly PortSettings[]
  readonly buses: ReadonlyMap<string, Bus>
}

export interface WriteParts {
  readonly polling: WritePorts
  readonly time: Pick<Timekeeper, 'now'>
  readonly tell: TellProgress
}

/** Frames of a write that nothing is wrong with. */
interface PlannedWrite {
  readonly bus: Bus
  readonly frame: Uint8Array
  readonly expected: ExpectedReply
  readonly reading: PlannedReadBack | null
}

/**
 * Writes once, and reads what it changes before and after. Only silence allows another attempt: after any answer the
 * device may have done it. Success is the expected packet and, where something is read back, the value that was meant.
 */
export async function runWrite(arg: WriteArguments, { polling, time, tell }: WriteParts): Promise<Outcome> {
  const planned = planWrite(arg, polling)
  if ('st' in planned) return planned
  const { bus, frame, expected, reading } = planned
  const read = async (): Promise<ReadValue | undefined> =>
    reading === null ? undefined : readBack(bus, reading, time)
  const request = formatHex(frame)
  const before = await read()
  const answered = await writeOnce(arg, planned)
  const judged = judge(answered, expected, frame)
  const packet = answered.kind === 'reply' ? { packet: formatHex(answered.bytes) } : {}
  const so: WriteOutcome = { request, ...packet, writtenAt: time.now(), ...(before && { before }) }
  // a port that does not open has nothing to say about the device either
  if (reading === null || answered.kind === 'port') return { ...judged, out: { ...so } }
  if (judged.st === 'done') await tell({ out: { ...so } })
  const after = await read()
  const out = { ...so, ...(after && { after }) }
  if (judged.st !== 'done' || after === undefined) return { ...judged, out }
  return { ...proven(after, reading.expected), out }
}

function planWrite(arg: WriteArguments, { ports, buses }: WritePorts): PlannedWrite | Outcome {
  const bus = buses.get(arg.portId)
  const port = ports.find(({ id }) => id === arg.portId)
  if (bus === undefined || port === undefined) return refused('E_PORT', `no port is called ${arg.portId}`)
  const frame = buildRequest(arg, arg.unitId)
  if (!frame.ok) return refused(codes[frame.problem], frame.problem)
  if (port.kind === 'mbtcp' && !hasValidCrc(frame.value)) return refused('E_CRC_NEEDED', 'no valid CRC')
  const expected = parseExpectedReply(arg, arg.unitId)
  if (!expected.ok) return refused('E_HEX', 'the expected packet is no hexadecimal text')
  const reading = arg.readBack === undefined ? null : planReadBack(arg, arg.readBack)
  if (reading === 'faulty') return refused('E_FORM', 'how the value is read back is not understood')
  return { bus, frame: frame.value, expected: expected.value, reading }
}

async function writeOnce(arg: WriteArguments, { bus, frame, expected }: PlannedWrite): Promise<BusOutcome> {
  const request: BusRequest = {
    frame,
    expectedLengthBytes: expectedLengthBytes(expected),
    // whatever came instead is to be shown
    strictness: 'bytes',
    timeoutMs: arg.timeoutMs,
    intervalMs: arg.intervalMs,
    priority: 'write',
  }
  let outcome = await bus.request(request)
  for (let attempt = 0; attempt < arg.retries && outcome.kind === 'timeout'; attempt++) {
    outcome = await bus.request(request)
  }
  return outcome
}

const codes = {
  hex_malformed: 'E_HEX',
  too_long: 'E_LONG',
  unit_id_range: 'E_ID',
  unit_id_mismatch: 'E_ID',
} as const

function judge(outcome: BusOutcome, expected: ExpectedReply, frame: Uint8Array): Outcome {
  switch (outcome.kind) {
    case 'reply': {
      const reply = checkWriteReply(expected, frame, outcome.bytes)
      if (reply.kind === 'success') return { st: 'done' }
      if (reply.kind === 'refused') return failed(`E_EXCEPTION(${reply.exceptionCode})`, 'the device refused')
      return failed('E_MISMATCH', 'the answer is not the expected packet')
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

/** The device said yes; what it shows is what counts. */
function proven(after: ReadValue, expected: number | null): Outcome {
  if (after.value === null) return failed('E_UNREAD', 'the value could not be read back')
  if (expected === null || isSame(after.value, expected)) return { st: 'done' }
  return failed('E_KEPT', 'another value was read back')
}

function refused(code: string, text: string): Outcome {
  return { st: 'refused', err: { code, text } }
}

function failed(code: string, text: string): Outcome {
  return { st: 'failed', err: { code, text } }
}
