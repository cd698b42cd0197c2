import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What reads PDF files; where it is not installed the pages are not looked into. */
export const hasPoppler = await run('pdffonts', ['-v']).then(
  () => true,
  () => false,
)
export const WITHOUT_POPPLER = 'poppler is not installed (npm run peers)'

export interface ReadPdf {
  /** Laid out as on its pages. */
  readonly text: string
  /** A line for each. */
  readonly fonts: readonly string[]
  /** How many there are. */
  readonly images: number
}

/** What is in a PDF. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const folder = await mkdtemp(join(tmpdir(), 'coldkeep-pdf-'))
  try {
    const path = join(folder, 'read.pdf')
    await writeFile(path, bytes)
    const { stdout: text } = await run('pdftotext', ['-layout', path, '-'])
    const { stdout: fonts } = await run('pdffonts', [path])
    const { stdout: images } = await run('pdfimages', ['-list', path])
    return { text, fonts: rowsOf(fonts), images: rowsOf(images).length }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Of a table with its titles and a line below them. */
function rowsOf(table: string): string[] {
  return table.trim().split('\n').slice(2)
}
