import type { ReadValue, WriteArguments, WriteOutcome } from '@coldkeep/contract/mqtt/command-arguments'
import type { PortSettings } from '@coldkeep/contract/mqtt/port-settings'
import { buildRequest } from '@coldkeep/domain/polling/build-request'
import {
  checkWriteReply,
  type ExpectedReply,
  expectedLengthBytes,
  parseExpectedReply,
} from '@coldkeep/domain/polling/check-write-reply'
import { isSame } from '@coldkeep/domain/polling/fill-write'
import { formatHex } from '@coldkeep/domain/polling/parse-hex'
import { isWriteFrame } from '@coldkeep/modbus/request-rights'
import { type Bus, type BusOutcome, type BusRequest, isSent } from '../bus/bus'
import type { Timekeeper } from '../time/timekeeper'
import type { Outcome, ReportProgress } from './command-runner'
import { type PlannedReadBack, planReadBack, readBack } from './read-back'

interface WritePorts {
  readonly ports: readonly PortSettings[]
  readonly buses: ReadonlyMap<string, Bus>
}

export interface WriteParts {
  readonly polling: WritePorts
  readonly time: Pick<Timekeeper, 'now'>
  readonly reportProgress: ReportProgress
  /** Checked before each exchange: the port may have been busy for longer than the write is valid. */
  readonly isLate: () => boolean
}

/** Frames of a write that nothing is wrong with. */
interface PlannedWrite {
  readonly bus: Bus
  readonly frame: Uint8Array
  readonly expected: ExpectedReply
  readonly reading: PlannedReadBack | null
}

/**
 * Writes once, and reads what it changes before and after. Only silence allows another attempt: after any
 * answer the device may have done it. Success is the expected packet and, where something is read back, the
 * expected value. Where no proper answer came in time, what is read back decides alone.
 */
export async function runWrite(arg: WriteArguments, parts: WriteParts): Promise<Outcome> {
  const { polling, time, reportProgress, isLate } = parts
  const planned = planWrite(arg, polling)
  if ('st' in planned) return planned
  const { bus, frame, expected, reading } = planned
  const request = formatHex(frame)
  const before = reading === null ? undefined : await readBack(bus, reading, time, () => !isLate())
  const answered = await writeOnce(arg, planned, isLate)
  const judged = judge(answered, expected, frame)
  const known = { request, ...(before && { before }) }
  // nothing has happened that could be read
  if (!isSent(answered)) return { ...judged, out: { ...known } }
  const packet = answered.kind === 'reply' ? { packet: formatHex(answered.bytes) } : {}
  const written: WriteOutcome = { ...known, ...packet, writtenAt: time.now() }
  if (reading === null) return { ...judged, out: { ...written } }
  if (judged.st === 'done') await reportProgress({ out: { ...written } })
  // however late it is: it has been written
  const after = await readBack(bus, reading, time)
  const out = { ...written, ...(after && { after }) }
  if (after === undefined) return { ...judged, out }
  if (judged.st === 'done') return { ...proven(after, reading.expected), out }
  const isDone = isUnanswered(answered) && reading.expected !== null && isSame(after.value, reading.expected)
  return { ...(isDone ? { st: 'done' as const } : judged), out }
}

function planWrite(arg: WriteArguments, { ports, buses }: WritePorts): PlannedWrite | Outcome {
  const bus = buses.get(arg.portId)
  const port = ports.find(({ id }) => id === arg.portId)
  if (bus === undefined || port === undefined) return refused('E_PORT', `no port is called ${arg.portId}`)
  const frame = buildRequest(arg, arg.unitId)
  if (!frame.ok) return refused(codes[frame.problem], frame.problem)
  if (!isWriteFrame(frame.value)) return refused('E_NOT_A_WRITE', 'no whole write of coils or registers')
  const expected = parseExpectedReply(arg, arg.unitId)
  if (!expected.ok) return refused('E_HEX', 'the expected packet is no hexadecimal text')
  const reading = arg.readBack === undefined ? null : planReadBack(arg, arg.readBack)
  if (reading === 'faulty') return refused('E_FORM', 'how the value is read back is not understood')
  return { bus, frame: frame.value, expected: expected.value, reading }
}

async function writeOnce(
  arg: WriteArguments,
  { bus, frame, expected }: PlannedWrite,
  isLate: () => boolean,
): Promise<BusOutcome> {
  let hasGoneOut = false
  const isStillNeeded = () => {
    if (isLate()) return false
    hasGoneOut = true
    return true
  }
  const request: BusRequest = {
    frame,
    expectedLengthBytes: expectedLengthBytes(expected),
    // whatever came instead is to be shown
    strictness: 'bytes',
    timeoutMs: arg.timeoutMs,
    intervalMs: arg.intervalMs,
    priority: 'write',
    mayWrite: true,
    isStillNeeded,
  }
  let outcome = await bus.request(request)
  for (let attempt = 0; attempt < arg.retries && outcome.kind === 'timeout'; attempt++) {
    outcome = await bus.request(request)
  }
  // a line that broke off after the frame, and an attempt that came too late for another, take nothing back
  return hasGoneOut && !isSent(outcome) ? { kind: 'timeout' } : outcome
}

/** MODBUS Application Protocol V1.1b3, 7: it has been accepted and is being processed. */
const ACKNOWLEDGED = 5

/** No answer, one that the line has spoilt, or that it takes longer: the device may have done it. */
function isUnanswered(outcome: BusOutcome): boolean {
  if (outcome.kind === 'exception') return outcome.exceptionCode === ACKNOWLEDGED
  return outcome.kind !== 'reply'
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
    case 'forbidden':
      return refused('E_NOT_A_WRITE', 'the request is no whole write of coils or registers')
    case 'unwanted':
      return { st: 'expired', err: { code: 'E_EXPIRED', text: 'the port was busy for too long' } }
    default:
      return failed('E_FRAME', `bad answer: ${outcome.kind}`)
  }
}

/** The device accepted; the value it shows is what counts. */
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
