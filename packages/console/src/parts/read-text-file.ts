export type TextFile =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: 'empty' | 'too_large' | 'not_utf8' | 'unreadable' }

/** The text of a file that the reader chose. One that is too large is not read at all. */
export async function readTextFile(file: File, mostBytes: number): Promise<TextFile> {
  if (file.size > mostBytes) return { ok: false, why: 'too_large' }
  // it may have gone or changed since it was chosen
  const bytes = await file.arrayBuffer().catch(() => null)
  if (bytes === null) return { ok: false, why: 'unreadable' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.trim() === '' ? { ok: false, why: 'empty' } : { ok: true, text }
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, why: 'not_utf8' }
    throw error
  }
}

/** Sizes in the words of people: `1.5 MB`. */
export function megabytes(bytes: number): string {
  return `${Math.round((bytes / 1_048_576) * 10) / 10} MB`
}
