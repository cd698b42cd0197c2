/** A pattern for `like` that finds the text anywhere, with no character of it meaning more than itself. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
