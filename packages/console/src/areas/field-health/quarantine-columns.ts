import { formatInstant } from '@coldkeep/phrases/format'
import { useMemo } from 'react'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'
import type { QuarantineEntry } from './MessageDialog'

const channels = ['live', 'back', 'evt', 'res', 'st'] as const

export function useQuarantineColumns(): readonly Column<QuarantineEntry>[] {
  const t = useText()
  return useMemo(
    (): Column<QuarantineEntry>[] => [
      {
        key: 'received',
        title: t('fieldHealth.receivedAt'),
        kind: 'time',
        value: (message) => message.receivedAt,
        cell: ({ receivedAt, store }) => formatInstant(receivedAt, store.zone),
      },
      {
        key: 'reason',
        title: t('fieldHealth.reasonTitle'),
        kind: 'status',
        value: ({ reason }) => t(`fieldHealth.reason.${reason}`),
      },
      {
        key: 'terminal',
        title: t('fieldHealth.terminal'),
        kind: 'text',
        value: (message) => message.terminalId,
      },
      {
        key: 'store',
        title: t('fieldHealth.store'),
        kind: 'text',
        value: ({ store }) => `${store.code} ${store.name}`,
      },
      {
        key: 'channel',
        title: t('fieldHealth.channelTitle'),
        kind: 'text',
        value: ({ channel }) => {
          const known = channels.find((one) => one === channel)
          return known === undefined ? channel : t(`fieldHealth.channel.${known}`)
        },
      },
      {
        key: 'size',
        title: t('fieldHealth.size'),
        kind: 'number',
        unit: 'B',
        value: (message) => message.sizeBytes,
      },
    ],
    [t],
  )
}
