/** What a server of a screen sent at one time. */
export interface Block {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Milliseconds since the recording began. */
  readonly atMs: number
}

const WORD = 4
/** The size of the screen, and all of its pixels: with these a piece begins. */
const BEGINNING = 2

/**
 * The blocks of an unpacked piece of a recording (FBS): each has its length before it, is filled up to a multiple of 4,
 * and has its time after it.
 * @returns `null` where one is cut off
 */
export function readBlocks(piece: ArrayBuffer): readonly Block[] | null {
  const view = new DataView(piece)
  const blocks: Block[] = []
  for (let start = 0; start < piece.byteLength; ) {
    if (piece.byteLength - start < WORD) return null
    const length = view.getUint32(start)
    const begin = start + WORD
    const time = begin + Math.ceil(length / WORD) * WORD
    if (time + WORD > piece.byteLength) return null
    blocks.push({ bytes: new Uint8Array(piece, begin, length), atMs: view.getUint32(time) })
    start = time + WORD
  }
  return blocks
}

/** How many blocks of a piece have happened by a time; never less than its beginning. */
export function countUntil(blocks: readonly Block[], atMs: number): number {
  const later = blocks.findIndex((block, index) => index >= BEGINNING && block.atMs > atMs)
  return later === -1 ? blocks.length : later
}

/**
 * What a player has to be given before the blocks of any piece: version 3.3, no security, and a screen whose pixels are
 * red, green, blue and one byte without meaning.
 */
export function playerPrefix({ width, height }: { width: number; height: number }): Uint8Array<ArrayBuffer> {
  const version = [...'RFB 003.003\n'].map((letter) => letter.charCodeAt(0))
  const noSecurity = [0, 0, 0, 1]
  const size = [width >> 8, width & 255, height >> 8, height & 255]
  const bits = [32, 24, 0, 1]
  const colours = [0, 255, 0, 255, 0, 255]
  const shifts = [0, 8, 16]
  const filling = [0, 0, 0]
  const noName = [0, 0, 0, 0]
  return Uint8Array.from([
    ...version,
    ...noSecurity,
    ...size,
    ...bits,
    ...colours,
    ...shifts,
    ...filling,
    ...noName,
  ])
}
