/** The rows of the first table after a heading: one record of column title → text per row. */
export function tableUnder(markdown: string, heading: string): Record<string, string>[] {
  const lines = markdown.split('\n')
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading)
  if (start < 0) throw new Error(`There is no heading "${heading}"`)
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => /^#+ /.test(line))
  const rows = (end < 0 ? rest : rest.slice(0, end)).filter((line) => line.startsWith('|')).map(cellsOf)
  const [titles, , ...body] = rows
  if (titles === undefined) return []
  return body.map((cells) => Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ''])))
}

/** What is in code marks: `GET` → GET. */
export function unquoted(cell: string): string {
  return /^`([^`]*)`$/.exec(cell)?.[1] ?? cell
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
}
