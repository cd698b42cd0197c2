import { decodeReply } from '@coldkeep/domain/points/decode-point'
import { buildRequest } from '@coldkeep/domain/polling/build-request'
import type { DecoderId, PointLayout } from '@coldkeep/domain/polling/poll-command'
import { type Bus, type BusOutcome, isSent } from '../bus/bus'

/** Registers that a peer serves, by unit and table. */
export const tables = {
  '1': { holding: { 256: 0xff3d, 257: 0xfee4, 258: 0 } },
  '3': { holding: { 3: 0xffee, 4: 0x0028 } },
  '5': { holding: { 2529: 0x002f, 2530: 0x000c, 2531: 0x0022 } },
  '7': { input: { 0: 0x4366, 1: 0x3333 }, discrete: { 196: 0, 197: 1, 198: 1 } },
  '10': { holding: { 3203: 0, 3204: 0, 3205: 0x075b, 3206: 0xcd15 } },
}

export interface DecodeCase {
  readonly name: string
  readonly unitId: number
  readonly requestHex: string
  readonly responseLengthBytes: number
  readonly decoderId: DecoderId
  readonly point: PointLayout
  readonly value: number
}

/** What the registers above mean by the makers' tables; the numbers are worked out by hand. */
export const cases: readonly DecodeCase[] = [
  register('Dixell probe 1', 1, '03 01 00 00 03', 6, 'i16', 0, 4, 10, -19.5),
  register('Dixell probe 2', 1, '03 01 00 00 03', 6, 'i16', 2, 2, 10, -28.4),
  register('Dixell probe 3', 1, '03 01 00 00 03', 6, 'i16', 4, 0, 10, 0),
  register('Carel probe 1', 3, '03 00 03 00 02', 4, 'i16', 0, 2, 10, -1.8),
  register('Danfoss S3', 5, '03 09 E1 00 03', 6, 'i16', 0, 4, 10, 4.7),
  register('Danfoss air', 5, '03 09 E3 00 01', 2, 'i16', 0, 0, 10, 3.4),
  // 0x43663333 is the single nearest to 230.2, 230.199997 after rounding to 6 decimals.
  register('Eastron voltage', 7, '04 00 00 00 02', 4, 'f32', 0, 0, 1, 230.199997),
  register('Schneider energy', 10, '03 0C 83 00 04', 8, 'i64', 0, 0, 1000, 123456.789),
  {
    ...register('second of three inputs', 7, '02 00 C4 00 03', 1, 'bit1', 0, 0, 1, 1),
    decoderId: 2,
  },
]

/** Requests one case; the first value of the reply. */
export async function readValue(bus: Bus, one: DecodeCase): Promise<number | null> {
  const outcome = await sendRequest(bus, one.requestHex, one.unitId, 2_000, one.responseLengthBytes)
  if (!isSent(outcome)) throw new Error('the port is not open')
  return decodeReply(one.decoderId, [one.point], outcome)[0]?.value ?? null
}

export async function sendRequest(
  bus: Bus,
  requestHex: string,
  unitId: number,
  timeoutMs = 2_000,
  expectedLengthBytes = 0,
): Promise<BusOutcome> {
  const frame = buildRequest({ requestHex, includesUnitId: false, appendsCrc: true }, unitId)
  if (!frame.ok) throw new Error(frame.problem)
  return bus.request({
    frame: frame.value,
    expectedLengthBytes,
    strictness: 'modbus',
    timeoutMs,
    intervalMs: 0,
    priority: 'polling',
  })
}

function register(
  name: string,
  unitId: number,
  requestHex: string,
  payloadBytes: number,
  numericFormat: PointLayout['numericFormat'],
  skipLeadingBytes: number,
  skipTrailingBytes: number,
  divisor: number,
  value: number,
): DecodeCase {
  const point = { numericFormat, skipLeadingBytes, skipTrailingBytes, divisor, multiplier: 1 }
  return { name, unitId, requestHex, responseLengthBytes: 5 + payloadBytes, decoderId: 1, point, value }
}
