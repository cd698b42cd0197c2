import { hasValidCrc } from './crc'
import { functionCode, furtherFunctionCode, MAX_UNIT_ID, MIN_UNIT_ID } from './function-code'

/** Whole length of the PDU of one function; `null`: the bytes contradict each other. */
type PduLength = (pdu: Uint8Array) => number | null

const fixed = (length: number): PduLength => {
  return () => length
}
/** Of functions 15 and 16: the byte count follows the amount, and as many bytes follow it. */
const counted =
  (bytesOf: (amount: number) => number): PduLength =>
  (pdu) => {
    const bytes = pdu[5]
    return bytes !== undefined && bytes === bytesOf(wordAt(pdu, 3)) ? 6 + bytes : null
  }

/** Encapsulated interface transport, read device identification (V1.1b3, 6.21). */
const READ_IDENTIFICATION = 0x0e

/**
 * The functions that change nothing in a device (MODBUS Application Protocol V1.1b3, section 6). A function
 * that is not listed is never requested, even where a maker's own function would only read: its bytes do not
 * show that.
 */
const reading: Readonly<Record<number, PduLength>> = {
  [functionCode.readCoils]: fixed(5),
  [functionCode.readDiscreteInputs]: fixed(5),
  [functionCode.readHoldingRegisters]: fixed(5),
  [functionCode.readInputRegisters]: fixed(5),
  [furtherFunctionCode.readExceptionStatus]: fixed(1),
  [furtherFunctionCode.reportServerId]: fixed(1),
  [furtherFunctionCode.encapsulatedInterface]: (pdu) => (pdu[1] === READ_IDENTIFICATION ? 4 : null),
}

/** The functions of which a write is made. */
const writing: Readonly<Record<number, PduLength>> = {
  [functionCode.writeSingleCoil]: fixed(5),
  [functionCode.writeSingleRegister]: fixed(5),
  [functionCode.writeMultipleCoils]: counted((amount) => Math.ceil(amount / 8)),
  [functionCode.writeMultipleRegisters]: counted((amount) => 2 * amount),
  [furtherFunctionCode.maskWriteRegister]: fixed(7),
}

/** True where the PDU is a whole request that changes nothing, and has no byte beyond it that a device could take for another. */
export function isReadPdu(pdu: Uint8Array): boolean {
  return isWhole(pdu, reading)
}

/** True where the PDU is one whole write of coils or registers. */
function isWritePdu(pdu: Uint8Array): boolean {
  return isWhole(pdu, writing)
}

/** True for a serial frame with a valid CRC, to one unit and not to all, that changes nothing. */
export function isReadFrame(frame: Uint8Array): boolean {
  return isAddressed(frame) && isReadPdu(frame.subarray(1, -2))
}

/** True for a serial frame with a valid CRC, to one unit and not to all, that is one whole write. */
export function isWriteFrame(frame: Uint8Array): boolean {
  return isAddressed(frame) && isWritePdu(frame.subarray(1, -2))
}

/** Coils or registers that a write changes. */
export interface WrittenPlace {
  readonly kind: 'coils' | 'registers'
  readonly address: number
  readonly count: number
  /** Where its value begins in the PDU, from 0. */
  readonly valueAt: number
}

/** @returns `null` where it is no whole write */
export function findWrittenPlace(pdu: Uint8Array): WrittenPlace | null {
  if (!isWritePdu(pdu)) return null
  const code = pdu[0]
  const isMany = code === functionCode.writeMultipleCoils || code === functionCode.writeMultipleRegisters
  const isCoil = code === functionCode.writeSingleCoil || code === functionCode.writeMultipleCoils
  return {
    kind: isCoil ? 'coils' : 'registers',
    address: wordAt(pdu, 1),
    count: isMany ? wordAt(pdu, 3) : 1,
    valueAt: isMany ? 6 : 3,
  }
}

function isWhole(pdu: Uint8Array, forms: Readonly<Record<number, PduLength>>): boolean {
  return pdu.length > 0 && forms[pdu[0] as number]?.(pdu) === pdu.length
}

function isAddressed(frame: Uint8Array): boolean {
  const unitId = frame[0] ?? 0
  return unitId >= MIN_UNIT_ID && unitId <= MAX_UNIT_ID && hasValidCrc(frame)
}

function wordAt(pdu: Uint8Array, place: number): number {
  return ((pdu[place] ?? 0) << 8) | (pdu[place + 1] ?? 0)
}
