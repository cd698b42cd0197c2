import { listApiKeys } from '@coldkeep/contract/areas/api-keys'
import { useMemo, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { TableSearch } from '../../kit/table/TableSearch'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { tableRows } from '../../parts/table-rows'
import { PageHead } from '../../site/PageHead'
import { ApiKeyDialog, type MadeKey } from './ApiKeyDialog'
import { NewApiKeyDialog } from './NewApiKeyDialog'
import { type ApiKey, RevokeApiKeyDialog } from './RevokeApiKeyDialog'

/** With what machines sign in: made, seen and ended. */
export function ApiKeysPage() {
  const t = useText()
  const answer = useCall(listApiKeys, {})
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<MadeKey | null>(null)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const columns = useColumns()
  return (
    <div className={frame.page}>
      <PageHead />
      <DataTable
        title={t('apiKeys.list')}
        tableKey="api-keys"
        columns={columns}
        rows={tableRows(answer, answer.data?.keys)}
        rowKey={(key) => String(key.id)}
        filterColumn="state"
        empty={{ title: t('apiKeys.none') }}
        rowActions={(key) =>
          (key.state === 'active' || key.state === 'idle') && (
            <Button
              size="small"
              aria-label={t('apiKeys.revokeOne', { name: key.name })}
              onClick={() => setRevoking(key)}
            >
              {t('apiKeys.revoke')}
            </Button>
          )
        }
        tools={<TableSearch />}
      >
        <Button size="small" variant="primary" icon="plus" onClick={() => setAdding(true)}>
          {t('apiKeys.add')}
        </Button>
      </DataTable>
      {isAdding && <NewApiKeyDialog onMade={setMade} onClose={() => setAdding(false)} />}
      {made !== null && <ApiKeyDialog made={made} onClose={() => setMade(null)} />}
      {revoking !== null && <RevokeApiKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </div>
  )
}

function useColumns(): readonly Column<ApiKey>[] {
  const t = useText()
  return useMemo(
    (): Column<ApiKey>[] => [
      { key: 'name', title: t('apiKeys.name'), kind: 'text', value: (key) => key.name },
      {
        key: 'state',
        title: t('apiKeys.stateTitle'),
        kind: 'status',
        value: ({ state }) => t(`apiKeys.state.${state}`),
      },
      {
        key: 'department',
        title: t('apiKeys.department'),
        kind: 'text',
        value: (key) => key.department.name,
      },
      { key: 'pages', title: t('apiKeys.pages'), kind: 'text', value: ({ pages }) => pages.join(' ') },
      { key: 'expires', title: t('apiKeys.expires'), kind: 'time', value: (key) => key.expiresAt },
      { key: 'lastUsed', title: t('apiKeys.lastUsed'), kind: 'time', value: (key) => key.lastUsedAt },
      { key: 'account', title: t('apiKeys.account'), kind: 'text', value: (key) => key.account },
      { key: 'created', title: t('apiKeys.created'), kind: 'time', value: (key) => key.createdAt },
      { key: 'begins', title: t('apiKeys.begins'), kind: 'text', value: (key) => key.begins },
    ],
    [t],
  )
}
