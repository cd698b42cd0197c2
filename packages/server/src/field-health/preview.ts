import { unpackMessage } from '@coldkeep/contract/mqtt/envelope'

const MOST_LETTERS = 4_000
const MOST_BYTES_SHOWN = 512

/** What a person can see of a message that the server could not take. */
export interface Preview {
  readonly atMs: number | null
  readonly rows: number | null
  readonly text: string
  readonly isText: boolean
  readonly isCut: boolean
}

/** The message as text, unpacked where that can be done, else its first bytes in hexadecimal. */
export function previewOf(bytes: Uint8Array): Preview {
  const unpacked = unpackMessage(bytes)
  if (!unpacked.ok) {
    const text = Buffer.from(bytes.subarray(0, MOST_BYTES_SHOWN)).toString('hex')
    const spaced = text.replace(/../g, '$& ').trimEnd()
    const isCut = bytes.length > MOST_BYTES_SHOWN
    return { atMs: null, rows: null, text: spaced, isText: false, isCut }
  }
  const content = unpacked.value
  const text = JSON.stringify(content)
  return {
    atMs: timeOf(content),
    rows: rowsOf(content),
    text: text.slice(0, MOST_LETTERS),
    isText: true,
    isCut: text.length > MOST_LETTERS,
  }
}

/** Of readings `t`, of events and results `at`. */
function timeOf(content: unknown): number | null {
  if (typeof content !== 'object' || content === null) return null
  const timestamp = 't' in content ? content.t : 'at' in content ? content.at : null
  // what a calendar can name
  return typeof timestamp === 'number' && Math.abs(timestamp) <= 8.64e15 ? timestamp : null
}

function rowsOf(content: unknown): number | null {
  if (typeof content !== 'object' || content === null || !('r' in content)) return null
  return Array.isArray(content.r) ? content.r.length : null
}
