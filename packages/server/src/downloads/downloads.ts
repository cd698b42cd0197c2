import { MAX_LOG_BYTES } from '@coldkeep/contract/mqtt/command-arguments'
import { logFiles } from '../commands/log-files'
import type { EvidenceKey } from '../evidence/evidence-key'
import { type DownloadFiles, downloadFiles } from './download-files'
import type { DownloadKinds } from './download-kind'
import { downloadKinds } from './download-kinds'

/** What calls need of the queue. */
export interface Downloads {
  readonly kinds: DownloadKinds
  readonly files: DownloadFiles
  /** Begins at once with what was just ordered. */
  wake(): void
}

/** The folder and the kinds; who makes the files is started beside it. */
export function openDownloads(dataFolder: string, evidenceKey: EvidenceKey): Omit<Downloads, 'wake'> {
  const logs = logFiles(dataFolder, MAX_LOG_BYTES)
  const kinds = downloadKinds({ logs, packs: { dataFolder, key: evidenceKey } })
  return { kinds, files: downloadFiles(dataFolder) }
}
