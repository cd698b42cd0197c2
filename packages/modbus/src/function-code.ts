/** The function codes we send and answer (MODBUS Application Protocol V1.1b3, section 6). */
export const functionCode = {
  readCoils: 0x01,
  readDiscreteInputs: 0x02,
  readHoldingRegisters: 0x03,
  readInputRegisters: 0x04,
  writeSingleCoil: 0x05,
  writeSingleRegister: 0x06,
  writeMultipleCoils: 0x0f,
  writeMultipleRegisters: 0x10,
} as const

/** Further codes of the standard that requests may carry and that we neither build nor answer (V1.1b3, section 6). */
export const furtherFunctionCode = {
  readExceptionStatus: 0x07,
  reportServerId: 0x11,
  maskWriteRegister: 0x16,
  encapsulatedInterface: 0x2b,
} as const

/** Added to the function code of a request that the device refuses. */
export const EXCEPTION_FLAG = 0x80

/** Why a device refuses a request (MODBUS Application Protocol V1.1b3, section 7). */
export const exceptionCode = {
  illegalFunction: 1,
  illegalDataAddress: 2,
  illegalDataValue: 3,
  deviceFailure: 4,
  acknowledge: 5,
  deviceBusy: 6,
  memoryParityError: 8,
  gatewayPathUnavailable: 10,
  gatewayTargetFailed: 11,
} as const
export type ExceptionCode = (typeof exceptionCode)[keyof typeof exceptionCode]

/** True for the two refusals that only mean "not now": the same request may succeed a moment later. */
export function isTemporaryException(code: number): boolean {
  return code === exceptionCode.acknowledge || code === exceptionCode.deviceBusy
}

/** Most registers and bits that one request may read or write (V1.1b3, sections 6.1 to 6.12). */
export const MAX_READ_REGISTERS = 125
export const MAX_READ_BITS = 2000
export const MAX_WRITE_REGISTERS = 123
export const MAX_WRITE_BITS = 1968

/** Function code and its fields, without address and check (V1.1b3, 4.1). */
export const MAX_PDU_BYTES = 253
/** Station, PDU and CRC on a serial line (MODBUS over Serial Line V1.02, 2.3). */
export const MAX_RTU_BYTES = 256

/** Unit ids that can be addressed; 0 is broadcast, 248 to 255 are reserved (Serial Line V1.02, 2.2). */
export const MIN_UNIT_ID = 1
export const MAX_UNIT_ID = 247
