import { type Block, countUntil } from './recorded-blocks'

/** A piece of a recording that can be shown by itself. */
export interface Piece {
  readonly number: number
  readonly fromMs: number
  readonly toMs: number
}

/** The piece that shows a time: the last one that had begun by then. */
export function pieceAt<One extends Piece>(pieces: readonly One[], atMs: number): One | undefined {
  return pieces.findLast(({ fromMs }) => fromMs <= atMs) ?? pieces[0]
}

export interface ReplayParts {
  /** In their order. */
  readonly pieces: readonly Piece[]
  /** @returns `null` for one that is not what it should be */
  readonly load: (number: number) => Promise<readonly Block[] | null>
  /** Takes what the server of the screen sent. */
  readonly feed: (bytes: Uint8Array<ArrayBuffer>) => void
}

/**
 * Brings a player to a time of a recording: what happened since the last one, or the piece from its beginning, all at
 * once.
 */
export function makeReplay({ pieces, load, feed }: ReplayParts) {
  let shown: { readonly number: number; readonly count: number } | null = null
  let turn = 0
  return {
    /** @returns false where the piece cannot be shown */
    async show(atMs: number): Promise<boolean> {
      const own = ++turn
      const piece = pieceAt(pieces, atMs)
      if (piece === undefined) return false
      const blocks = await load(piece.number)
      // meanwhile another time was asked for
      if (own !== turn) return true
      if (blocks === null) return false
      const count = countUntil(blocks, atMs)
      const from = shown?.number === piece.number && shown.count <= count ? shown.count : 0
      for (const { bytes } of blocks.slice(from, count)) feed(bytes)
      shown = { number: piece.number, count }
      return true
    },
  }
}
