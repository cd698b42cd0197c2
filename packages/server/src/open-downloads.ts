import { MAX_LOG_BYTES } from '@coldkeep/contract/mqtt/command-arguments'
import { logFiles } from './commands/log-files'
import { downloadFiles } from './downloads/download-files'
import { anyKind, type DownloadKinds } from './downloads/download-kind'
import type { Downloads } from './downloads/downloads'
import { logKind } from './downloads/logs/log-kind'
import { senseKind } from './downloads/sense/sense-kind'
import type { EvidenceKey } from './evidence/evidence-key'
import { EVIDENCE, evidenceKind } from './evidence/evidence-kind'

/** The folder and every kind of file that can be ordered; who makes the files is started beside it. */
export function openDownloads(dataFolder: string, evidenceKey: EvidenceKey): Omit<Downloads, 'wake'> {
  return { kinds: downloadKinds(dataFolder, evidenceKey), files: downloadFiles(dataFolder) }
}

/** By the name that is stored in the rows of orders. */
function downloadKinds(dataFolder: string, key: EvidenceKey): DownloadKinds {
  const logs = logFiles(dataFolder, MAX_LOG_BYTES)
  return {
    sense: anyKind(senseKind),
    logs: anyKind(logKind({ logs })),
    [EVIDENCE]: anyKind(evidenceKind({ dataFolder, key })),
  }
}
