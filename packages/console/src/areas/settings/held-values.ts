/** Numbers that were touched; `null` is one that was emptied. */
export type NumberDraft<Key extends string = string> = { readonly [K in Key]?: number | null }

/** What the fields hold: what was typed, else what was read. */
export function heldValues<Key extends string>(
  keys: readonly Key[],
  draft: NumberDraft<Key>,
  read: Readonly<Partial<Record<Key, number>>> | null | undefined,
): Readonly<Record<Key, number | null>> {
  const held = keys.map((key) => {
    const typed = draft[key]
    return [key, typed === undefined ? (read?.[key] ?? null) : typed]
  })
  return Object.fromEntries(held) as Record<Key, number | null>
}
