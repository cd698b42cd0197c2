import { deviceDatabase } from './device-database'
import type { WaitingRequest } from './waiting'

/** A request with the bytes that belong to it. */
export interface NewRecord {
  readonly request: WaitingRequest
  readonly bytes: ArrayBuffer | null
}

/** An ArrayBuffer, as older browsers lose Blobs; on the disk, not in its cache, once the transaction is complete. */
const ONTO_DISK = { durability: 'strict' } as const
const TABLES = ['waiting', 'bytes'] as const

/**
 * Keeps requests, all or none. They are on the disk once this resolves.
 * @throws DOMException `QuotaExceededError` where there is no room
 */
export async function addRecords(records: readonly NewRecord[]): Promise<void> {
  const trx = (await deviceDatabase()).transaction(TABLES, 'readwrite', ONTO_DISK)
  for (const { request, bytes } of records) {
    trx.objectStore('waiting').put(request).catch(ignore)
    if (bytes !== null) trx.objectStore('bytes').put({ id: request.id, bytes }).catch(ignore)
  }
  // completion alone says that it is kept; what fails makes the transaction fail
  await trx.done
}

/** Of an account, in the order in which they were entered. */
export async function readRecords(account: string): Promise<readonly WaitingRequest[]> {
  const found = await (await deviceDatabase()).getAllFromIndex('waiting', 'account', account)
  return found.toSorted((a, b) => a.enteredAt - b.enteredAt || (a.id < b.id ? -1 : 1))
}

export async function readBytes(id: string): Promise<ArrayBuffer | null> {
  return (await (await deviceDatabase()).get('bytes', id))?.bytes ?? null
}

/**
 * Takes requests away, and changes others, all or none. One that is not there any more is not put back.
 * @param changed by their ids
 */
export async function replaceRecords(
  gone: readonly string[],
  changed: readonly WaitingRequest[] = [],
): Promise<void> {
  const trx = (await deviceDatabase()).transaction(TABLES, 'readwrite', ONTO_DISK)
  for (const request of changed) {
    const known = await trx.objectStore('waiting').getKey(request.id)
    if (known !== undefined) trx.objectStore('waiting').put(request).catch(ignore)
  }
  for (const id of gone) {
    trx.objectStore('waiting').delete(id).catch(ignore)
    trx.objectStore('bytes').delete(id).catch(ignore)
  }
  await trx.done
}

/** All that an account has waiting here. */
export async function forgetRecords(account: string): Promise<void> {
  await replaceRecords((await readRecords(account)).map(({ id }) => id))
}

function ignore(): void {}
