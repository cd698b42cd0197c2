import { takesValue } from '../polling/check-write-row'
import type { ModelTables } from '../polling/device-model'
import { findPoint } from '../polling/fill-write'

/** What a parameter is about: the kinds of parameter files are these, and one of all of them. */
export const parameterGroups = ['regulation', 'defrost', 'fan', 'compressor', 'alarm', 'other'] as const
export type ParameterGroup = (typeof parameterGroups)[number]

/** A value that a controller keeps and people set: a write that takes a value, with the node that shows it. */
export interface Parameter {
  /** The command code of its write; unique in a model. */
  readonly code: string
  /** Of the node that shows it: the controller's own label. */
  readonly name: string
  readonly note: string
  readonly unit: string
  readonly group: ParameterGroup
  /** What the controller regulates by. */
  readonly isSetPoint: boolean
  readonly lowest: number
  readonly highest: number
  /** The least difference that the controller can keep, in the unit. */
  readonly step: number
  /** As it leaves the factory; `null`: unknown. */
  readonly factoryValue: number | null
  /** Writes of one device go out in this order: bounds before what they bound. */
  readonly applyOrder: number
  /** Document and place where it is described. */
  readonly source: string
}

/** The parameters of a model, in the order of their writes. */
export function parametersOf({ commands, writes }: ModelTables): readonly Parameter[] {
  return writes.flatMap((write): Parameter[] => {
    const { commandCode: code, note, pointName, lowest, highest, group, factoryValue, applyOrder } = write
    const point = findPoint(commands, pointName)?.point
    if (!takesValue(write) || point === undefined || lowest === null || highest === null) return []
    const { name, unit, multiplier, divisor, source, kind } = point
    const step = Math.abs(multiplier / divisor)
    const isSetPoint = kind === 'setpoint'
    return [
      {
        ...{ code, name, note, unit, group, isSetPoint, lowest, highest, step, factoryValue },
        ...{ applyOrder, source },
      },
    ]
  })
}
