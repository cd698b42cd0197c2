import type { WireWrite } from '@coldkeep/contract/areas/writes'
import type { StoreId } from '@coldkeep/domain/ids'
import { scopeOf } from '../access/scope'
import type { Db } from '../db/connect'
import { presentWrite, type Reader } from './words/present-write'
import { type LineRow, selectLines, selectUndone, selectWritesById, type WriteRow } from './write-queries'

export interface WriteReader extends Omit<Reader, 'undone'> {
  readonly db: Db
}

/** Writes as the caller sees them. */
export async function presentWrites({ db, ...reader }: WriteReader, writes: readonly WriteRow[]) {
  const lines = await selectLines(db, scopeOf(reader.user), writes)
  const undone = await selectUndone(db, writes, reader.now)
  return writes.map((write) => presentWrite(write, linesOf(write, lines), { ...reader, undone }))
}

/** Writes of one store that the caller sees, in the order of these ids. */
export async function readWrites(
  reader: WriteReader,
  storeId: StoreId,
  ids: readonly string[],
): Promise<WireWrite[]> {
  const rows = await selectWritesById(
    reader.db,
    ids.map((writeId) => ({ storeId, writeId })),
  )
  const byId = new Map((await presentWrites(reader, rows)).map((write) => [write.id, write]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function linesOf({ storeId, writeId }: WriteRow, lines: readonly LineRow[]): LineRow[] {
  return lines.filter((line) => line.storeId === storeId && line.writeId === writeId)
}
