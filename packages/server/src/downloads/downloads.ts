import type { DownloadFiles } from './download-files'
import type { DownloadKinds } from './download-kind'

/** What calls need of the queue. */
export interface Downloads {
  readonly kinds: DownloadKinds
  readonly files: DownloadFiles
  /** Begins at once with what was just ordered. */
  wake(): void
}
