import type { WireLogRecord } from '@coldkeep/contract/areas/log-downloads'
import { formatInstant } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Column } from '../../kit/table/column'
import styles from './downloads.module.css'

type LogTerminal = WireLogRecord['terminals'][number]

/** The state of each terminal that is to upload its logs. */
export function terminalColumn(t: Translate): Column<WireLogRecord> {
  return {
    key: 'terminals',
    title: t('logDownload.terminals'),
    kind: 'text',
    value: ({ terminals }) => terminals.map((one) => terminalText(one, t)).join('\n'),
    cell: ({ terminals }) => (
      <ul className={styles.terminals}>
        {terminals.map((one) => (
          <li key={one.id}>{terminalText(one, t)}</li>
        ))}
      </ul>
    ),
  }
}

function terminalText({ id, state, isOnline, expiresAt, error }: LogTerminal, t: Translate): string {
  if (error !== null) return `${id}: ${error}`
  if (state !== 'queued') return `${id}: ${t(`commands.stateOf.${state}`)}`
  const waits = t('logDownload.waiting', { terminal: id, until: formatInstant(expiresAt) })
  return isOnline ? waits : `${waits} (${t('logDownload.offline')})`
}
