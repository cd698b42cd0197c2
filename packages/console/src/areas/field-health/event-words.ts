import { gapManners, type terminalEvents } from '@coldkeep/contract/areas/field-health'
import type { Answer } from '@coldkeep/contract/call'
import { formatInstant, formatNumber, NO_VALUE } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'

type EventEntry = Pick<Answer<typeof terminalEvents>['events'][number], 'kind' | 'detail'>
type Value = EventEntry['detail'][string] | undefined

interface Reader {
  readonly t: Translate
  readonly language: Language
  readonly zone: string
}

/** What happened, in the words of the reader. Other details of a terminal are shown as they came. */
export function eventText({ kind, detail }: EventEntry, { t, language, zone }: Reader): string {
  const instant = (value: Value) => (isInstant(value) ? formatInstant(value, zone) : NO_VALUE)
  const word = (value: Value) => (value === undefined || value === null ? NO_VALUE : String(value))
  switch (kind) {
    case 'start':
      return t('fieldHealth.did.start', { version: word(detail.version), revision: word(detail.revision) })
    case 'stop':
      return t('fieldHealth.did.stop')
    case 'gap': {
      const manner = gapManners.find((one) => one === detail.how)
      return t('fieldHealth.did.gap', {
        from: instant(detail.from),
        to: instant(detail.to),
        count: typeof detail.count === 'number' ? formatNumber(language, detail.count) : NO_VALUE,
        how: manner === undefined ? word(detail.how) : t(`fieldHealth.gap.${manner}`),
      })
    }
    case 'clock':
      return t('fieldHealth.did.clock', { from: instant(detail.from), to: instant(detail.to) })
    case 'disk':
      return detail.state === 'over'
        ? t('fieldHealth.did.diskOver')
        : t('fieldHealth.did.diskBegun', { why: word(detail.why) })
    case 'device': {
      const place = { unit: word(detail.unit), port: word(detail.port) }
      return detail.state === 'back' ? t('fieldHealth.did.back', place) : t('fieldHealth.did.silent', place)
    }
    case 'request':
      return t('fieldHealth.did.request', {
        revision: word(detail.revision),
        count: word(detail.count),
        path: word(detail.path),
      })
    case 'write':
      return Object.entries(detail)
        .map(([name, value]) => `${name} ${word(value)}`)
        .join(', ')
  }
}

function isInstant(value: Value): value is number {
  return typeof value === 'number' && Math.abs(value) <= 8.64e15
}
