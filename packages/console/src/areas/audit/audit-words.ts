import type { listAudit } from '@coldkeep/contract/areas/audit'
import type { Answer } from '@coldkeep/contract/call'
import type { PhraseKey, Translate } from '@coldkeep/phrases/keys'

export type AuditEntry = Answer<typeof listAudit>['entries'][number]

type KindKey = Extract<PhraseKey, `audit.kind.${string}`>

/** What was done, in words; a kind without words is shown as it is recorded. */
export function kindText(kind: string, t: Translate): string {
  const key = `audit.kind.${kind.replaceAll('.', '_')}` as KindKey
  const words = t(key)
  return words === key ? kind : words
}
