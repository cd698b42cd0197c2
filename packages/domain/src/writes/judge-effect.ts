import { functionCode } from '@coldkeep/modbus/function-code'
import { isBitFormat, isTextFormat, numberSizeBytes } from '@coldkeep/modbus/register-value'
import { takesValue } from '../polling/check-write-row'
import type { ModelPoint, ModelTables, ModelWrite } from '../polling/device-model'
import { findPoint } from '../polling/fill-write'
import { parseHex, putValueBytes } from '../polling/parse-hex'
import type { RequestText, WriteEffect } from '../polling/poll-command'
import { headBytesOf } from '../polling/reply-payload'

/** From what does the least harm to what may do anything. */
const gravity: readonly WriteEffect[] = ['reset', 'light', 'defrost', 'setpoint', 'other']

/** Registers or coils that a request is about: `count` of them, starting with `from`. */
interface Place {
  readonly table: 'registers' | 'coils'
  readonly from: number
  readonly count: number
}

const { readCoils, readHoldingRegisters } = functionCode
const { writeSingleCoil, writeSingleRegister, writeMultipleCoils, writeMultipleRegisters } = functionCode

/**
 * What a write does, judged from what goes to the device; its label alone makes nothing lighter. The gravest holds of:
 * its label · a set point, where the node that shows it, or any node that reads one of its registers, is a temperature or
 * a set point · what a reviewed write does to the same registers · anything, where more than one register, a value, or
 * an unknown function is written as reset, light or defrost.
 * @param reviewed writes of the models of the product of the same brand
 */
export function effectOf(
  write: ModelWrite,
  { commands }: Pick<ModelTables, 'commands'>,
  reviewed: readonly ModelWrite[],
): WriteEffect {
  const place = placeOf(write, writeFunctions)
  const shown = findPoint(commands, write.pointName)?.point
  const effects: WriteEffect[] = [write.effect]
  if (place === null || place.count > 1 || takesValue(write)) effects.push(leastOfMany(write.effect))
  if (shown !== undefined && isSetpoint(shown)) effects.push('setpoint')
  if (place !== null) {
    if (readNodes(commands, place).some(isSetpoint)) effects.push('setpoint')
    for (const other of reviewed) {
      const otherPlace = placeOf(other, writeFunctions)
      if (otherPlace !== null && areTouching(place, otherPlace)) effects.push(other.effect)
    }
  }
  return effects.reduce((gravest, one) => (gravity.indexOf(one) > gravity.indexOf(gravest) ? one : gravest))
}

/** What is known of the model of a device beside its tables. */
export interface KnownModel {
  /** Someone beside their author has reviewed its writes. */
  readonly hasReviewedWrites: boolean
  /** Writes of the models of the product of the same brand. */
  readonly reviewed: readonly ModelWrite[]
}

/**
 * The write with the effect that it is judged by. Where only its author has reviewed it, neither its label
 * nor its usual range lowers the risk.
 */
export function judgedWrite(
  write: ModelWrite,
  tables: Pick<ModelTables, 'commands'>,
  { hasReviewedWrites, reviewed }: KnownModel,
): ModelWrite {
  if (!hasReviewedWrites) return { ...write, effect: 'other', usualLow: null, usualHigh: null }
  return { ...write, effect: effectOf(write, tables, reviewed) }
}

function leastOfMany(label: WriteEffect): WriteEffect {
  return label === 'setpoint' ? 'setpoint' : 'other'
}

function isSetpoint({ unit, kind }: ModelPoint): boolean {
  return unit === '°C' || unit === 'K' || kind === 'setpoint'
}

const writeFunctions: ReadonlyMap<number, readonly [table: Place['table'], isMany: boolean]> = new Map([
  [writeSingleCoil, ['coils', false]],
  [writeSingleRegister, ['registers', false]],
  [writeMultipleCoils, ['coils', true]],
  [writeMultipleRegisters, ['registers', true]],
])
const readFunctions: typeof writeFunctions = new Map([
  [readCoils, ['coils', true]],
  [readHoldingRegisters, ['registers', true]],
])

/** `null` where the request has none of these functions, or no whole address. */
function placeOf(
  { requestHex, includesUnitId }: RequestText,
  functions: typeof writeFunctions,
): Place | null {
  const bytes = parseHex(putValueBytes(requestHex, new Uint8Array()))
  const pdu = bytes?.subarray(includesUnitId ? 1 : 0)
  if (pdu === undefined || pdu.length < 5) return null
  const view = new DataView(pdu.buffer, pdu.byteOffset, pdu.byteLength)
  const known = functions.get(view.getUint8(0))
  if (known === undefined) return null
  const [table, isMany] = known
  return { table, from: view.getUint16(1), count: isMany ? view.getUint16(3) : 1 }
}

function areTouching(a: Place, b: Place): boolean {
  return a.table === b.table && a.from < b.from + b.count && b.from < a.from + a.count
}

/** Nodes that are cut from what is written there. */
function readNodes(commands: ModelTables['commands'], place: Place): readonly ModelPoint[] {
  return commands.flatMap((command) => {
    const read = placeOf(command, readFunctions)
    if (read === null || !areTouching(read, place)) return []
    if (read.table === 'coils') return command.points
    const headBytes = headBytesOf(command.decoderId)
    return command.points.filter((point) => areTouching(place, nodePlace(read, point, headBytes)))
  })
}

/** Two bytes are a register. */
function nodePlace(
  { table, from, count }: Place,
  { skipLeadingBytes, numericFormat }: ModelPoint,
  headBytes: number,
): Place {
  const first = Math.floor((skipLeadingBytes - headBytes) / 2)
  if (isBitFormat(numericFormat)) return { table, from: from + first, count: 1 }
  // a text is as long as what is left
  const bytes = isTextFormat(numericFormat) ? 2 * (count - first) : numberSizeBytes(numericFormat)
  return { table, from: from + first, count: Math.max(1, Math.ceil(bytes / 2)) }
}
