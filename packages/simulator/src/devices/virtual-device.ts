import { decodePoint, encodePoint } from '@coldkeep/domain/points/decode-point'
import type { DeviceModel, ModelCommand, ModelPoint } from '@coldkeep/domain/polling/device-model'
import { parseHex } from '@coldkeep/domain/polling/parse-hex'
import { type ExceptionCode, exceptionCode, functionCode } from '@coldkeep/modbus/function-code'
import { bitsReplyPdu, exceptionReplyPdu, registersReplyPdu, writeReplyPdu } from '@coldkeep/modbus/reply'
import { parseRequestPdu, type ReadRequest, type WriteRequest } from '@coldkeep/modbus/request'
import type { DeviceRun } from './device-run'
import { type Reader, readerOf, writableRange, writeQuantity } from './quantities'

/** How a line or a device misbehaves towards its poller. */
type LineFault =
  | { readonly kind: 'none' }
  | { readonly kind: 'mute' }
  | { readonly kind: 'delay'; readonly delayMs: number }
  /** Every `everyNth` reply is spoilt: by its CRC over a serial line, by its length over Modbus TCP. */
  | { readonly kind: 'garbled'; readonly everyNth: number }
  | { readonly kind: 'exception'; readonly exceptionCode: ExceptionCode }

/** A controller or meter that answers by the table of its model and the physics behind it. */
export interface VirtualDevice {
  readonly unitId: number
  readonly run: DeviceRun
  readonly blocks: readonly Block[]
  /** Switched while it runs. */
  fault: LineFault
}

/** The registers or bits that one command of the model reads. */
interface Block {
  readonly kind: ReadRequest['kind']
  readonly address: number
  readonly count: number
  readonly points: readonly BlockPoint[]
  /** The bytes before and after the registers among those that the model's points are cut from. */
  readonly headBytes: number
  readonly tailBytes: number
}

interface BlockPoint {
  readonly layout: ModelPoint
  readonly read: Reader
}

const REPLY_HEAD_BYTES = 3
const CRC_BYTES = 2

/** @throws Error when a command of the model is no Modbus read: such a model cannot be played. */
export function makeVirtualDevice(model: DeviceModel, unitId: number, run: DeviceRun): VirtualDevice {
  return {
    unitId,
    run,
    blocks: model.commands.map((command) => blockOf(model, command, run)),
    fault: { kind: 'none' },
  }
}

/** The answer to one request, without station and check, as the device gives it when nothing is wrong with it. */
export function answerPdu(device: VirtualDevice, pdu: Uint8Array): Uint8Array {
  const request = parseRequestPdu(pdu)
  switch (request.kind) {
    case 'refused':
      return exceptionReplyPdu(request.functionCode, request.exceptionCode)
    case 'readCoils':
    case 'readDiscreteInputs':
    case 'readHoldingRegisters':
    case 'readInputRegisters':
      return answerRead(device, request)
    case 'writeSingleRegister':
      return answerWrite(device, request)
    default:
      return exceptionReplyPdu(functionCode[request.kind], exceptionCode.illegalFunction)
  }
}

function answerRead(device: VirtualDevice, request: ReadRequest): Uint8Array {
  const isBits = request.kind === 'readCoils' || request.kind === 'readDiscreteInputs'
  const cells: (number | undefined)[] = new Array(request.count).fill(undefined)
  for (const block of device.blocks) {
    if (block.kind !== request.kind) continue
    const first = Math.max(block.address, request.address)
    const end = Math.min(block.address + block.count, request.address + request.count)
    if (first >= end) continue
    const content = contentOf(block)
    for (let address = first; address < end; address++) {
      const at = address - block.address
      cells[address - request.address] = isBits
        ? ((content[at >> 3] ?? 0) >> (at & 7)) & 1
        : ((content[2 * at] ?? 0) << 8) | (content[2 * at + 1] ?? 0)
    }
  }
  const known = cells.filter((cell) => cell !== undefined)
  if (known.length < request.count) {
    return exceptionReplyPdu(functionCode[request.kind], exceptionCode.illegalDataAddress)
  }
  return isBits
    ? bitsReplyPdu(
        request.kind,
        known.map((cell) => cell === 1),
      )
    : registersReplyPdu(request.kind, known)
}

/** A write is carried out where exactly one register holds a point that may be set. */
function answerWrite(
  device: VirtualDevice,
  request: Extract<WriteRequest, { kind: 'writeSingleRegister' }>,
): Uint8Array {
  const refuse = (code: ExceptionCode) => exceptionReplyPdu(functionCode.writeSingleRegister, code)
  const layout = pointAtRegister(device, request.address)
  const range = layout && writableRange(device.run, layout)
  if (!layout || !range) return refuse(exceptionCode.illegalDataAddress)
  const register = Uint8Array.of(request.value >> 8, request.value & 0xff)
  const { value } = decodePoint(register, { ...layout, skipLeadingBytes: 0, skipTrailingBytes: 0 })
  if (value === null || value < range.low || value > range.high) {
    return refuse(exceptionCode.illegalDataValue)
  }
  writeQuantity(device.run, layout, value)
  return writeReplyPdu(request)
}

function pointAtRegister(device: VirtualDevice, address: number): ModelPoint | null {
  for (const block of device.blocks) {
    if (block.kind !== 'readHoldingRegisters') continue
    const leading = 2 * (address - block.address) + block.headBytes
    const trailing = block.headBytes + 2 * block.count + block.tailBytes - leading - 2
    const found = block.points.find(
      ({ layout }) => layout.skipLeadingBytes === leading && layout.skipTrailingBytes === trailing,
    )
    if (found) return found.layout
  }
  return null
}

/** The bytes of a block as they are now; what has no sensor shows the fault marker of its format, or zero. */
function contentOf(block: Block): Uint8Array {
  const isBits = block.kind === 'readCoils' || block.kind === 'readDiscreteInputs'
  const bytes = isBits ? Math.ceil(block.count / 8) : 2 * block.count
  let payload: Uint8Array = new Uint8Array(block.headBytes + bytes + block.tailBytes)
  for (const { layout, read } of block.points) {
    payload = encodePoint(payload, layout, read()) ?? encodePoint(payload, layout, null) ?? payload
  }
  return payload.subarray(block.headBytes, block.headBytes + bytes)
}

function blockOf(model: DeviceModel, command: ModelCommand, run: DeviceRun): Block {
  const request = parseRequestPdu(requestPdu(command))
  if (!('count' in request)) {
    throw new Error(`${model.brand} ${model.model}: command ${command.commandCode} does not read anything`)
  }
  return {
    kind: request.kind,
    address: request.address,
    count: request.count,
    points: command.points.map((layout) => ({ layout, read: readerOf(run, layout) })),
    headBytes: command.decoderId >= 3 ? REPLY_HEAD_BYTES : 0,
    tailBytes: command.decoderId === 3 ? CRC_BYTES : 0,
  }
}

function requestPdu(command: ModelCommand): Uint8Array {
  const text = parseHex(command.requestHex) ?? new Uint8Array(0)
  return text.subarray(command.includesUnitId ? 1 : 0, command.appendsCrc ? text.length : -CRC_BYTES)
}
