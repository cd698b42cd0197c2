import { EXCEPTION_FLAG, type ExceptionCode, functionCode } from './function-code'
import { encodeRequestPdu, packBits, packRegisters, type ReadRequest, type WriteRequest } from './request'

/** The answer to a read of registers: function, byte count, registers high byte first (V1.1b3, 6.3 and 6.4). */
export function registersReplyPdu(kind: ReadRequest['kind'], registers: readonly number[]): Uint8Array {
  return counted(functionCode[kind], packRegisters(registers))
}

/** The answer to a read of bits: function, byte count, bits from the lowest upwards (V1.1b3, 6.1 and 6.2). */
export function bitsReplyPdu(kind: ReadRequest['kind'], states: readonly boolean[]): Uint8Array {
  return counted(functionCode[kind], packBits(states))
}

/**
 * The answer to a write that was carried out: a single write is repeated as it came, a multiple one only with
 * its address and amount (V1.1b3, 6.5, 6.6, 6.11, 6.12).
 */
export function writeReplyPdu(request: WriteRequest): Uint8Array {
  return encodeRequestPdu(request).slice(0, 5)
}

/** The refusal of a request: its function code plus 0x80, and why (V1.1b3, section 7). */
export function exceptionReplyPdu(requestFunctionCode: number, code: ExceptionCode): Uint8Array {
  return Uint8Array.of(requestFunctionCode | EXCEPTION_FLAG, code)
}

function counted(code: number, payload: Uint8Array): Uint8Array {
  return Uint8Array.of(code, payload.length, ...payload)
}
