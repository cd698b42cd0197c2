import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { WaitingRequest } from './waiting'

/** An answer of the service that an account can read without a connection. */
export interface SavedAnswer {
  readonly account: string
  /** Call, language and input. */
  readonly key: string
  readonly path: string
  readonly answer: unknown
  readonly savedAt: number
}

interface Tables extends DBSchema {
  waiting: { key: string; value: WaitingRequest; indexes: { account: string } }
  /** Beside the requests that they belong to, so that lists are read without them. */
  bytes: { key: string; value: { readonly id: string; readonly bytes: ArrayBuffer } }
  saved: { key: [string, string]; value: SavedAnswer; indexes: { account: string } }
}

type DeviceDatabase = IDBPDatabase<Tables>

const NAME = 'coldkeep'
const VERSION = 1

let opened: Promise<DeviceDatabase> | null = null

/** What this browser keeps on its device. */
export function deviceDatabase(): Promise<DeviceDatabase> {
  opened ??= open()
  // tried anew the next time
  opened.catch(forget)
  return opened
}

function open(): Promise<DeviceDatabase> {
  return openDB<Tables>(NAME, VERSION, {
    upgrade(database) {
      database.createObjectStore('waiting', { keyPath: 'id' }).createIndex('account', 'account')
      database.createObjectStore('bytes', { keyPath: 'id' })
      database.createObjectStore('saved', { keyPath: ['account', 'key'] }).createIndex('account', 'account')
    },
    // a window with a newer build needs the place
    blocking: (_current, _next, event) => {
      ;(event.target as IDBDatabase).close()
      forget()
    },
    terminated: forget,
  })
}

function forget(): void {
  opened = null
}
