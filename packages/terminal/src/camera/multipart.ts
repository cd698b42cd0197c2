const MOST_HEAD_BYTES = 8 * 1024
const LINE_END = '\r\n'

/** Of `multipart/x-mixed-replace; boundary=…`; `null` where it is something else. */
export function boundaryOf(contentType: string | undefined): string | null {
  if (!/^multipart\//i.test(contentType ?? '')) return null
  const [, quoted, bare] = /boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(contentType ?? '') ?? []
  // cameras write the dashes here, there, or in both places
  const boundary = (quoted ?? bare ?? '').replace(/^-+/, '')
  return boundary === '' ? null : boundary
}

/** The body of a part, and when its head came. */
interface Part {
  readonly bytes: Buffer
  readonly beganMs: number
}

/** Splits what comes into its parts (RFC 2046, 5.1), as cameras write them. */
export class MultipartReader {
  readonly #boundary: string
  readonly #mostBytes: number
  #rest: Buffer = Buffer.alloc(0)
  /** Where it is known that the part has no end before. */
  #searched = 0
  /** Set within a part; `length`: where its head says it. */
  #part: { readonly length: number | null; readonly beganMs: number } | null = null

  constructor(boundary: string, mostBytes: number) {
    this.#boundary = boundary
    this.#mostBytes = mostBytes
  }

  /**
   * @param atMs when these came, by any clock
   * @returns the parts that are whole with it
   * @throws RangeError where a part is larger than may be
   */
  push(bytes: Uint8Array, atMs: number): Part[] {
    this.#rest = Buffer.concat([this.#rest, bytes])
    const parts: Part[] = []
    for (;;) {
      if (this.#part === null && !this.#readHead(atMs)) return parts
      const part = this.#readBody()
      if (part === null) return parts
      parts.push(part)
    }
  }

  #readHead(beganMs: number): boolean {
    const begin = this.#rest.indexOf(`--${this.#boundary}`)
    const at = begin < 0 ? -1 : this.#rest.indexOf(LINE_END + LINE_END, begin)
    if (at < 0) {
      if (this.#rest.length > MOST_HEAD_BYTES) throw new RangeError('a part has no head')
      return false
    }
    const head = this.#rest.subarray(begin, at).toString('latin1')
    const length = /\ncontent-length\s*:\s*(\d+)/i.exec(head)?.[1]
    this.#rest = this.#rest.subarray(at + 2 * LINE_END.length)
    this.#part = { length: length === undefined ? null : Number(length), beganMs }
    this.#searched = 0
    return true
  }

  #readBody(): Part | null {
    const { length = null, beganMs = 0 } = this.#part ?? {}
    if ((length ?? this.#rest.length) > this.#mostBytes) throw new RangeError('a part is too large')
    const end = length ?? this.#rest.indexOf(`${LINE_END}--${this.#boundary}`, this.#searched)
    if (end < 0 || end > this.#rest.length) {
      this.#searched = Math.max(0, this.#rest.length - this.#boundary.length - 4)
      return null
    }
    const bytes = this.#rest.subarray(0, end)
    this.#rest = this.#rest.subarray(end)
    this.#part = null
    return { bytes, beganMs }
  }
}
