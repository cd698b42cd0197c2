/** A document out of a text, or the line, from 1, at which it stops being JSON: parsers say why in English alone. */
export function readJson(
  text: string,
): { readonly value: unknown; readonly line: null } | { readonly value: null; readonly line: number } {
  try {
    return { value: JSON.parse(text), line: null }
  } catch (error) {
    return { value: null, line: lineOf(error instanceof Error ? error.message : '', text) }
  }
}

function lineOf(message: string, text: string): number {
  const [, line] = /line (\d+)/.exec(message) ?? []
  if (line !== undefined) return Number(line)
  const [, position] = /position (\d+)/.exec(message) ?? []
  // without a place the text has ended too early
  return text.slice(0, position === undefined ? undefined : Number(position)).split('\n').length
}
