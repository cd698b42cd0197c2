import { exceptionCode } from '@coldkeep/modbus/function-code'

/** Why a device refuses a request, by its name in the standard. */
export type RefusalName = keyof typeof exceptionCode

/** @returns null for a code that the standard does not know */
export function refusalName(code: number): RefusalName | null {
  const names = Object.keys(exceptionCode) as RefusalName[]
  return names.find((name) => exceptionCode[name] === code) ?? null
}
