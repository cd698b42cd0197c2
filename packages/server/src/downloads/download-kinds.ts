import type { LogFiles } from '../commands/log-files'
import { EVIDENCE, type EvidencePlace, evidenceKind } from '../evidence/evidence-kind'
import { anyKind, type DownloadKinds } from './download-kind'
import { logKind } from './logs/log-kind'
import { senseKind } from './sense/sense-kind'

/** Every kind of file that can be ordered, by the name that stands in the rows of orders. */
export function downloadKinds(parts: {
  readonly logs: LogFiles
  readonly packs: EvidencePlace
}): DownloadKinds {
  return {
    sense: anyKind(senseKind),
    logs: anyKind(logKind(parts)),
    [EVIDENCE]: anyKind(evidenceKind(parts.packs)),
  }
}
