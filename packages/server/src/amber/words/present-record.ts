import type { ServiceRecord } from '@coldkeep/contract/areas/amber'
import type { Subservice } from '@coldkeep/domain/service-points/service'
import type { Translate } from '@coldkeep/phrases/keys'
import { partTitle } from '../../service-points/words/present-points'
import type { RecordRow } from '../record-queries'

/** A record of a service with what happened, in words. */
export function presentRecord(row: RecordRow, translate: Translate): ServiceRecord {
  const { id, kind, at, engineer, by, points } = row
  return { id, kind, at, engineer, by, points, text: textOf(row, translate) }
}

function textOf({ kind, fromOn, untilOn, channel, subject }: RecordRow, translate: Translate): string {
  switch (kind) {
    case 'use':
    case 'correct': {
      const part = partTitle(subject as Subservice, translate)
      return kind === 'use' ? part : translate('amberWords.record.correct', { part })
    }
    case 'notified':
      return translate('amberWords.record.notified', {
        channel: channel === null ? '' : translate(`notices.channel.${channel}`),
        title: subject ?? '',
      })
    default: {
      const none = translate('amberWords.record.none')
      return translate(`amberWords.record.${kind}`, { from: fromOn ?? none, until: untilOn ?? none })
    }
  }
}
