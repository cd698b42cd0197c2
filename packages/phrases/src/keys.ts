import type { english } from './en/english'

type English = typeof english

/** What a file of another language must hold: the same keys, without the English singulars. */
export type Translation<Texts> = {
  readonly [Key in keyof Texts as Key extends `${string}_one` ? never : Key]: Texts[Key] extends string
    ? string
    : Translation<Texts[Key]>
}

type Leaves<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Prefix}${Key}`
    : Leaves<Texts[Key], `${Prefix}${Key}.`>
}[keyof Texts & string]

type WithoutPlural<Key> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key

/** `area.screen.thing`; texts with a singular and a plural are named by their stem. */
export type PhraseKey = WithoutPlural<Leaves<English>>

type TextAt<Texts, Key extends string> = Key extends keyof Texts
  ? Texts[Key]
  : `${Key}_other` extends keyof Texts
    ? Texts[`${Key}_other`]
    : Key extends `${infer Head}.${infer Rest}`
      ? Head extends keyof Texts
        ? TextAt<Texts[Head], Rest>
        : never
      : never

type Trimmed<Name> = Name extends `${infer Bare},${string}` ? Bare : Name
type Names<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Trimmed<Name> | Names<Rest>
  : never

/** The values that a text names, as an object; nothing for a text that names none. */
export type PhraseValues<Key extends PhraseKey> = [Names<TextAt<English, Key>>] extends [never]
  ? []
  : [values: { readonly [Name in Names<TextAt<English, Key>> & string]: string | number }]

/** Words a key in one language. A missing value or an unknown key does not compile. */
export type Translate = <Key extends PhraseKey>(key: Key, ...values: PhraseValues<Key>) => string
