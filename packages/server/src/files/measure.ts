import { createHash } from 'node:crypto'

export interface Measured {
  readonly size: number
  readonly sha256: Uint8Array
}

/** Counts and hashes bytes as they pass. */
export class Measure {
  size = 0
  readonly #hash = createHash('sha256')

  add(bytes: Uint8Array): void {
    this.size += bytes.length
    this.#hash.update(bytes)
  }

  /** To be called once. */
  end(): Measured {
    return { size: this.size, sha256: this.#hash.digest() }
  }
}

export async function measureAll(content: AsyncIterable<Uint8Array>): Promise<Measured> {
  const measure = new Measure()
  for await (const chunk of content) measure.add(chunk)
  return measure.end()
}
