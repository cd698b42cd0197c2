/** Every text of one language by its full key, as `/lang-{lang}.json` carries it. */
export type FlatPhrases = Readonly<Record<string, string>>

interface Texts {
  readonly [key: string]: string | Texts
}

/** Texts by their full keys. */
export function flattened(texts: Texts, prefix = ''): FlatPhrases {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string'
        ? [[prefix + key, text] as const]
        : Object.entries(flattened(text, `${prefix}${key}.`)),
    ),
  )
}
