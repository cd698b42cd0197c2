import type { Call } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { createTranslator } from '@coldkeep/phrases/phrases'
import { type PlainField, type PlainValues, plainFields } from '../archetypes/editor/editor-field'

export const t = createTranslator('en')

/** A form whose fields are data, and the call that it is for. */
export interface Editor {
  readonly name: string
  readonly fields: readonly PlainField[]
  readonly call: Call
  readonly inputOf: (values: PlainValues) => { readonly params?: unknown; readonly body: unknown }
  /** What the call takes. */
  readonly whole: PlainValues
}

export const plain = (fields: (words: Translate) => readonly unknown[]) => plainFields(fields(t) as never)
export const rows =
  (more: object = {}) =>
  (values: PlainValues) => ({ body: { ...more, rows: [values] } })
export const ofModel = ({ isNewModel: _, ...row }: PlainValues) => ({ body: { rows: [row] } })
export const list = (values: PlainValues) => ({ body: [values] })
