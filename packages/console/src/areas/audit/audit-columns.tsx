import { useMemo } from 'react'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'
import { type AuditEntry, kindText } from './audit-words'

export function useAuditColumns(): readonly Column<AuditEntry>[] {
  const t = useText()
  return useMemo(
    (): Column<AuditEntry>[] => [
      { key: 'at', title: t('audit.time'), kind: 'time', value: (entry) => entry.at },
      {
        key: 'account',
        title: t('audit.account'),
        kind: 'text',
        value: ({ account }) => account.name || t('audit.nobody'),
      },
      { key: 'kind', title: t('audit.what'), kind: 'text', value: ({ kind }) => kindText(kind, t) },
      { key: 'subject', title: t('audit.subject'), kind: 'text', value: (entry) => entry.subject },
      {
        key: 'store',
        title: t('audit.store'),
        kind: 'text',
        value: ({ store }) => (store === null ? null : `${store.code} ${store.name}`.trim()),
      },
      {
        key: 'outcome',
        title: t('audit.outcomeTitle'),
        kind: 'status',
        value: ({ outcome }) => t(`audit.outcome.${outcome}`),
      },
    ],
    [t],
  )
}
