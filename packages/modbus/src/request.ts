import {
  type ExceptionCode,
  exceptionCode,
  functionCode,
  MAX_READ_BITS,
  MAX_READ_REGISTERS,
  MAX_WRITE_BITS,
  MAX_WRITE_REGISTERS,
} from './function-code'
import { bitsReplyLengthBytes, registersReplyLengthBytes } from './rtu-frame'

/** A request in our words. Addresses are those of the wire: they start at 0. */
export type ModbusRequest = ReadRequest | WriteRequest
export interface ReadRequest {
  readonly kind: 'readCoils' | 'readDiscreteInputs' | 'readHoldingRegisters' | 'readInputRegisters'
  readonly address: number
  readonly count: number
}
export type WriteRequest =
  | { readonly kind: 'writeSingleCoil'; readonly address: number; readonly state: boolean }
  | { readonly kind: 'writeSingleRegister'; readonly address: number; readonly value: number }
  | { readonly kind: 'writeMultipleCoils'; readonly address: number; readonly states: readonly boolean[] }
  | { readonly kind: 'writeMultipleRegisters'; readonly address: number; readonly values: readonly number[] }

/** A request that a device must refuse, with the code of the refusal. */
export interface RefusedRequest {
  readonly kind: 'refused'
  readonly functionCode: number
  readonly exceptionCode: ExceptionCode
}

const COIL_ON = 0xff00
const ADDRESS_SPACE = 0x10000
const kinds = new Map<number, ModbusRequest['kind']>(
  Object.entries(functionCode).map(([kind, code]) => [code, kind as ModbusRequest['kind']]),
)

/** Function code and fields of a request (MODBUS Application Protocol V1.1b3, section 6). */
export function encodeRequestPdu(request: ModbusRequest): Uint8Array {
  const code = functionCode[request.kind]
  switch (request.kind) {
    case 'writeSingleCoil':
      return words(code, request.address, request.state ? COIL_ON : 0)
    case 'writeSingleRegister':
      return words(code, request.address, request.value & 0xffff)
    case 'writeMultipleCoils':
      return withPayload(words(code, request.address, request.states.length), packBits(request.states))
    case 'writeMultipleRegisters':
      return withPayload(words(code, request.address, request.values.length), packRegisters(request.values))
    default:
      return words(code, request.address, request.count)
  }
}

/**
 * Reads a request as a device does, with the checks and refusals of the protocol's state diagrams: unknown
 * function first, then amounts and lengths, then the address range (V1.1b3, section 6).
 * @param pdu function code and fields, without station and CRC
 */
export function parseRequestPdu(pdu: Uint8Array): ModbusRequest | RefusedRequest {
  const code = pdu[0] ?? 0
  const refuse = (reason: ExceptionCode): RefusedRequest => {
    return { kind: 'refused', functionCode: code, exceptionCode: reason }
  }
  const kind = kinds.get(code)
  if (kind === undefined) return refuse(exceptionCode.illegalFunction)
  if (pdu.length < 5) return refuse(exceptionCode.illegalDataValue)
  const view = new DataView(pdu.buffer, pdu.byteOffset, pdu.byteLength)
  const address = view.getUint16(1)
  const word = view.getUint16(3)
  const request = build(kind, address, word, pdu.subarray(5))
  if (request === null) return refuse(exceptionCode.illegalDataValue)
  return address + amountOf(request) > ADDRESS_SPACE ? refuse(exceptionCode.illegalDataAddress) : request
}

/** Bytes of the whole serial reply to a request, station and CRC included. */
export function replyLengthBytes(request: ModbusRequest): number {
  switch (request.kind) {
    case 'readCoils':
    case 'readDiscreteInputs':
      return bitsReplyLengthBytes(request.count)
    case 'readHoldingRegisters':
    case 'readInputRegisters':
      return registersReplyLengthBytes(request.count)
    default:
      return 8
  }
}

/** Bits as they travel: the first in the lowest bit of the first byte, unused bits zero. */
export function packBits(states: readonly boolean[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(states.length / 8))
  states.forEach((state, index) => {
    if (state) bytes[index >> 3] = (bytes[index >> 3] as number) | (1 << (index & 7))
  })
  return bytes
}

/** Registers as they travel: high byte first. */
export function packRegisters(values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * values.length))
  values.forEach((value, index) => {
    view.setUint16(2 * index, value & 0xffff)
  })
  return new Uint8Array(view.buffer)
}

function build(
  kind: ModbusRequest['kind'],
  address: number,
  word: number,
  rest: Uint8Array,
): ModbusRequest | null {
  switch (kind) {
    case 'writeSingleCoil':
      if (rest.length !== 0 || (word !== COIL_ON && word !== 0)) return null
      return { kind, address, state: word === COIL_ON }
    case 'writeSingleRegister':
      return rest.length === 0 ? { kind, address, value: word } : null
    case 'writeMultipleCoils':
      if (word < 1 || word > MAX_WRITE_BITS || !isPayload(rest, Math.ceil(word / 8))) return null
      return { kind, address, states: unpackBits(rest.subarray(1), word) }
    case 'writeMultipleRegisters':
      if (word < 1 || word > MAX_WRITE_REGISTERS || !isPayload(rest, 2 * word)) return null
      return { kind, address, values: unpackRegisters(rest.subarray(1)) }
    default:
      return rest.length === 0 && word >= 1 && word <= mostReadAtOnce(kind)
        ? { kind, address, count: word }
        : null
  }
}

function mostReadAtOnce(kind: ReadRequest['kind']): number {
  return kind === 'readCoils' || kind === 'readDiscreteInputs' ? MAX_READ_BITS : MAX_READ_REGISTERS
}

function amountOf(request: ModbusRequest): number {
  if ('count' in request) return request.count
  if ('states' in request) return request.states.length
  return 'values' in request ? request.values.length : 1
}

function isPayload(rest: Uint8Array, lengthBytes: number): boolean {
  return rest[0] === lengthBytes && rest.length === 1 + lengthBytes
}

function unpackBits(bytes: Uint8Array, count: number): boolean[] {
  return Array.from({ length: count }, (_, index) => (((bytes[index >> 3] ?? 0) >> (index & 7)) & 1) === 1)
}

function unpackRegisters(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: bytes.length / 2 }, (_, index) => view.getUint16(2 * index))
}

function words(code: number, first: number, second: number): Uint8Array {
  return Uint8Array.of(code, first >> 8, first & 0xff, second >> 8, second & 0xff)
}

function withPayload(head: Uint8Array, payload: Uint8Array): Uint8Array {
  return Uint8Array.of(...head, payload.length, ...payload)
}
