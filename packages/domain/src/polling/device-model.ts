import type { MeasuredKind, PointUnit } from '../points/point'
import type { PointDefinitionDraft, PollCommandDraft, WriteCommandDraft } from './poll-command'
import type { SerialLine } from './timing'

/** A point of a device model: its place in the reply, what it measures, and where that is published. */
export interface ModelPoint extends PointDefinitionDraft {
  readonly kind: MeasuredKind
  readonly unit: PointUnit
  /** Document and table or parameter number. */
  readonly source: string
}

export interface ModelCommand extends Omit<PollCommandDraft, 'brand' | 'model'> {
  readonly points: readonly ModelPoint[]
}

export type ModelWrite = Omit<WriteCommandDraft, 'brand' | 'model'>

/** What every unit of a model can be asked for, and what can be written to it. */
export interface ModelTables {
  readonly commands: readonly ModelCommand[]
  readonly writes: readonly ModelWrite[]
}

/** Equipment as it comes: what can be read from every unit of one brand and model. */
export interface DeviceModel extends ModelTables {
  readonly brand: string
  readonly model: string
  /** Where the register map comes from and under which terms. */
  readonly source: string
  /** What an engineer must know before trusting it. */
  readonly note: string
  /** Line settings as delivered; null where the maker does not fix them. */
  readonly line: SerialLine | null
}
