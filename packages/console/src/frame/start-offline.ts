import { keepFiles } from '../site/keep-files'
import { startQueue } from '../site/queue'
import { startSavedWork } from '../site/saved-work'
import { ownEntry } from './version'

/** After what the reader waits for. */
const LATER_MS = 4_000

let isStarted = false

/** What makes the console of use without a connection: what waits is sent, own work is kept, and so are the files to open it. */
export function startOffline(): void {
  if (isStarted) return
  isStarted = true
  startQueue()
  startSavedWork()
  // another time will do where it fails
  if (!import.meta.env.DEV) setTimeout(() => void keepFiles(ownEntry()).catch(() => undefined), LATER_MS)
}
