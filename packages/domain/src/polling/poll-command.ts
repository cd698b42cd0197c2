import { type ValueFormat, valueFormats } from '@coldkeep/modbus/register-value'
import type { PointDefinitionId, PollCommandId, WriteCommandId } from '../ids'
import type { ParameterGroup } from '../parameters/parameter'

/** The formats that a point may have in a reply. */
export const pointFormats = valueFormats

/**
 * How a reply becomes the bytes that points are cut from.
 * 1 registers (functions 3 and 4) · 2 bits (functions 1 and 2) · 3 the whole reply as it came, for devices that
 * only resemble Modbus · 4 the whole reply without its CRC.
 */
export const decoderIds = [1, 2, 3, 4] as const
export type DecoderId = (typeof decoderIds)[number]

export const decoderNames = {
  1: 'registers',
  2: 'bits',
  3: 'raw',
  4: 'raw_without_crc',
} as const satisfies Record<DecoderId, string>

/** The text of a request, and what is added to it before it is sent. */
export interface RequestText {
  /** Hexadecimal; blanks, commas, `0x` and case do not matter. */
  readonly requestHex: string
  /** True: the text already begins with the unit id. False: it is put in front. */
  readonly includesUnitId: boolean
  /** True: CRC-16/MODBUS is appended. False: the text carries its own check. */
  readonly appendsCrc: boolean
}

/** One request that a device model answers, and how its reply is framed. */
export interface PollCommand extends RequestText {
  readonly id: PollCommandId
  readonly brand: string
  readonly model: string
  /** The name by which scripts call it, from the maker's catalogue. Not a Modbus function code. */
  readonly commandCode: string
  readonly note: string
  /** Of the whole reply with unit id and CRC; 0 when it is not known. */
  readonly responseLengthBytes: number
  readonly decoderId: DecoderId
}
export type PollCommandDraft = Omit<PollCommand, 'id'>

/**
 * Where a value lies in the payload of a reply and how it is read: payload without its first and last bytes,
 * read in the format, × multiplier ÷ divisor.
 */
export interface PointLayout {
  readonly numericFormat: ValueFormat
  readonly skipLeadingBytes: number
  readonly skipTrailingBytes: number
  /** Never 0. */
  readonly divisor: number
  readonly multiplier: number
}

/** One value in the reply to a poll command. */
interface PointDefinition extends PointLayout {
  readonly id: PointDefinitionId
  readonly name: string
  readonly unit: string
  /** 1, 2, 3 …, unique in its command: the order of columns. */
  readonly position: number
}
export type PointDefinitionDraft = Omit<PointDefinition, 'id'>

/** What a write does to the equipment: how much it is looked at before it is sent depends on it. */
export const writeEffects = ['setpoint', 'defrost', 'light', 'reset', 'other'] as const
export type WriteEffect = (typeof writeEffects)[number]

/** What a write sets, and how far. */
export interface WriteTarget {
  readonly effect: WriteEffect
  /** The point that shows the effect, by its name in the model; empty where none does. */
  readonly pointName: string
  /** What the point shows afterwards, where the texts hold no value; `null`: it may show anything. */
  readonly setsTo: number | null
  /** Bounds of the value, in the unit of the point; `null` where the texts hold none. */
  readonly lowest: number | null
  readonly highest: number | null
  /** Values between these bounds are usual; `null`: unknown. */
  readonly usualLow: number | null
  readonly usualHigh: number | null
  /** What the value is about. */
  readonly group: ParameterGroup
  /** The value as it leaves the factory; `null`: unknown. */
  readonly factoryValue: number | null
  /** 0 to 999. Writes of one device go out in this order: bounds before what they bound. */
  readonly applyOrder: number
  /** Kept in memory that does not wear. */
  readonly isVolatile: boolean
  /** How often one device may be written to with it; `null`: 12 times a day, 1,000 times a year. */
  readonly mostPerDay: number | null
  readonly mostPerYear: number | null
}

/**
 * One write that a device model carries out, and the reply that proves it. `VV` in the texts is a byte of the value,
 * which is written as its point is read.
 */
export interface WriteCommand extends RequestText, WriteTarget {
  readonly id: WriteCommandId
  readonly brand: string
  readonly model: string
  readonly commandCode: string
  readonly note: string
  /** Hexadecimal like the request; `XX` matches any byte. `includesUnitId` applies to both texts. */
  readonly expectedReplyHex: string
  /** True: the text lacks the CRC that the reply will carry. */
  readonly replyHasCrc: boolean
}
export type WriteCommandDraft = Omit<WriteCommand, 'id'>

/** One command of a script, addressed to one unit. */
export interface ScriptStep {
  /** 1 to 247. */
  readonly unitId: number
  /** Further attempts after the first, 0 to 10. */
  readonly retries: number
  /** Least silence before the next request, 0 to 60 000. */
  readonly intervalMs: number
  /** Longest wait for the first byte of the reply, 20 to 10 000. */
  readonly timeoutMs: number
}
