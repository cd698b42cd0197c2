import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'
import { selectRunningRevision, selectWantedDocuments } from './bundle-queries'
import type { BundleDocument } from './compile-bundle'

export interface PresentDocument {
  readonly revision: number
  readonly document: BundleDocument
}

interface Owner {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
}

/** What a terminal runs or is to run: its newest configuration that came to nothing worse. `null` where it has none. */
export async function selectPresentDocument(db: Db, { terminalId }: Owner): Promise<PresentDocument | null> {
  const wanted = (await selectWantedDocuments(db, [terminalId])).get(terminalId)
  if (wanted === undefined) return null
  const { revision, ports, scripts } = wanted
  return { revision, document: { ports, scripts } }
}

/** It says that it runs something, and was never given it: a file that somebody put on the box. */
export async function runsOwnFile(db: Db, owner: Owner): Promise<boolean> {
  if ((await selectPresentDocument(db, owner)) !== null) return false
  return ((await selectRunningRevision(db, owner.storeId, owner.terminalId)) ?? 0) > 0
}
