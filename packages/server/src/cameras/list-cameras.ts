import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'
import { selectCameras } from './picture-queries'

/** A camera of a store, as its terminal reported it last. */
export interface StoreCamera {
  readonly terminalId: TerminalId
  readonly cameraId: string
  readonly name: string
  /** Whether its terminal can be ordered a picture now. */
  readonly isOnline: boolean
}

/** The cameras of a store, whoever may see it: the caller has made sure of that. */
export async function listCameras(db: Db, storeId: StoreId): Promise<StoreCamera[]> {
  const terminals = await selectCameras(db, storeId)
  return terminals.flatMap(({ terminalId, connection, cameras }) =>
    cameras.map(({ id, name }) => ({ terminalId, cameraId: id, name, isOnline: connection === 'online' })),
  )
}
