import type { Answer, Call } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import type { ReactNode } from 'react'
import type { CallInput } from '../../api/transport'
import type { FormChoice, FormField, FormValue } from '../../kit/form/form-field'

/** A draft while it is being filled in: every part may still be empty. */
export type DraftValues<Draft> = { readonly [Key in keyof Draft]: Draft[Key] | null }

interface EditorChoice<Value> {
  readonly value: Value
  readonly label: string
  readonly disabled?: boolean
}

/** Choices that are there, that follow from what else was chosen, or that the service lists. */
export type ChoiceSource<Draft, Value> =
  | readonly EditorChoice<Value>[]
  | ((values: DraftValues<Draft>) => readonly EditorChoice<Value>[])
  | ServedChoices<Draft>

export interface ServedChoices<Draft> {
  readonly call: Call
  /** `null` while something that the call needs is not chosen yet. */
  readonly input: (values: DraftValues<Draft>, search: string) => CallInput<Call> | null
  /** It lists what is typed, page by page; a value that is on none of them stands for itself. */
  readonly isSearched?: boolean
  readonly choices: (answer: never) => readonly FormChoice[]
}

/** Choices that a call lists, read through the server cache. */
export function servedChoices<Draft, C extends Call>(
  call: C,
  input: (values: DraftValues<Draft>) => CallInput<C> | null,
  choices: (answer: Answer<C>) => readonly FormChoice[],
): ServedChoices<Draft> {
  return { call, input: input as ServedChoices<Draft>['input'], choices }
}

/** The same of a call that searches: `input` takes what was typed. */
export function searchedChoices<Draft, C extends Call>(
  call: C,
  input: (values: DraftValues<Draft>, search: string) => CallInput<C> | null,
  choices: (answer: Answer<C>) => readonly FormChoice[],
): ServedChoices<Draft> {
  return { call, input: input as ServedChoices<Draft>['input'], isSearched: true, choices }
}

interface FieldLook<Key> {
  readonly key: Key
  readonly label: string
  readonly help?: ReactNode
  /** Takes a whole row where the form has two columns. */
  readonly wide?: boolean
  /** Heading of the part of the form that begins with this field. */
  readonly part?: string
  /** The position of the field in the row that the service takes, from 0; its refusals name this position. */
  readonly position?: number
}

interface Chosen<Draft, Value> {
  readonly kind: 'choice'
  readonly choices: ChoiceSource<Draft, Value>
  /** Fields that depend on this one; they are emptied when it changes. */
  readonly clears?: readonly (keyof Draft & string)[]
}

type FieldKind<Draft, Value> = [Value] extends [boolean]
  ? { readonly kind: 'check' }
  : [Value] extends [number]
    ? { readonly kind: 'number'; readonly unit?: string } | Chosen<Draft, Value>
    : [Value] extends [string]
      ?
          | {
              readonly kind: 'text' | 'email' | 'tel' | 'password' | 'code'
              /** Offered while one types; they may follow from what else was typed. */
              readonly suggestions?: readonly string[] | ((values: DraftValues<Draft>) => readonly string[])
            }
          | {
              readonly kind: 'area'
              readonly rows?: number
              readonly monospace?: boolean
            }
          | { readonly kind: 'day' }
          | Chosen<Draft, Value>
      : Value extends readonly string[]
        ? { readonly kind: 'choices'; readonly choices: readonly EditorChoice<Value[number]>[] }
        : never

interface FieldCondition<Draft> {
  /** Left out of the form while it says no: what the field asks for does not go with what else was chosen. */
  readonly isShown?: (values: DraftValues<Draft>) => boolean
}

/** The field of one part of a draft. */
export type FieldOf<Draft, Key extends keyof Draft & string> = FieldLook<Key> &
  FieldCondition<Draft> &
  FieldKind<Draft, Exclude<Draft[Key], null | undefined>>

/** One field of the form of a draft; its kind fits what the draft holds there. */
export type EditorField<Draft> = { [Key in keyof Draft & string]: FieldOf<Draft, Key> }[keyof Draft & string]

/** Fields as data, in the order of the form. */
export type EditorFields<Draft> = (t: Translate) => readonly EditorField<Draft>[]

/** A field without the type of its draft, as the form draws it. */
export type PlainField = Omit<FormField, 'choices' | 'suggestions'> & {
  readonly kind: FormField['kind']
  readonly position?: number
  readonly clears?: readonly string[]
  readonly isShown?: (values: Record<string, FormValue>) => boolean
  readonly suggestions?: readonly string[] | ((values: Record<string, FormValue>) => readonly string[])
  readonly choices?: ChoiceSource<Record<string, FormValue>, string | number>
}

export type PlainValues = Readonly<Record<string, FormValue>>

/** The one place where the type of the draft is let go: from here on fields and values are known by their names. */
export function plainFields<Draft>(fields: readonly EditorField<Draft>[]): readonly PlainField[] {
  return fields as unknown as readonly PlainField[]
}
