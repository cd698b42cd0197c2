import { listHelpSearches, removeHelpSearch } from '@coldkeep/contract/areas/help'
import type { Answer } from '@coldkeep/contract/call'
import { formatInstant } from '@coldkeep/phrases/format'
import { useMemo } from 'react'
import { useCall, useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { tableRows } from '../../parts/table-rows'
import { ownNames } from '../../site/own-names'

type Search = Answer<typeof listHelpSearches>['searches'][number]

/** What was searched for and not found, for those who write answers. */
export function SearchTable() {
  const t = useText()
  const answer = useCall(listHelpSearches, {})
  const removing = useSend(removeHelpSearch, { invalidates: [listHelpSearches] })
  const columns = useMemo(
    (): Column<Search>[] => [
      { key: 'text', title: t('help.searched'), kind: 'text', value: ({ text }) => text },
      {
        key: 'language',
        title: t('help.inLanguage'),
        kind: 'text',
        value: ({ language }) => ownNames[language],
      },
      { key: 'count', title: t('help.times'), kind: 'number', value: ({ count }) => count },
      { key: 'last', title: t('help.last'), kind: 'text', value: ({ lastAt }) => formatInstant(lastAt) },
    ],
    [t],
  )
  return (
    <DataTable
      title={t('help.unanswered')}
      tableKey="help-searches"
      columns={columns}
      rows={tableRows(answer, answer.data?.searches)}
      rowKey={({ language, text }) => `${language} ${text}`}
      empty={{ title: t('help.unansweredNone') }}
      rowActions={({ text, language }) => (
        <Button size="small" onClick={() => removing.mutate({ query: { text, language } })}>
          {t('help.answered')}
        </Button>
      )}
    />
  )
}
