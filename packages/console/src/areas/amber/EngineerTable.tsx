import { listStoreEngineers, type StoreEngineer } from '@coldkeep/contract/areas/amber'
import type { StoreId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { PriorityCell } from '../../parts/PriorityCell'
import { tableRows } from '../../parts/table-rows'
import { EditServiceDialog } from './EditServiceDialog'
import { RenewDialog } from './RenewDialog'
import { ServiceCell } from './ServiceCell'

type Opened = { readonly what: 'edit' | 'renew'; readonly engineer: StoreEngineer }

/** The engineers that are responsible for a store, with their alert service. */
export function EngineerTable({ storeId }: { readonly storeId: StoreId }) {
  const t = useText()
  const [opened, setOpened] = useState<Opened | null>(null)
  const answer = useCall(listStoreEngineers, { query: { storeId } }, { quiet: true })
  const columns = useMemo(() => columnsOf(t), [t])
  const close = () => setOpened(null)
  return (
    <>
      <DataTable
        title={t('amber.engineers')}
        tableKey="amber-engineers"
        columns={columns}
        rows={tableRows(answer, answer.data?.engineers)}
        rowKey={({ accountId }) => String(accountId)}
        rowActions={(engineer) =>
          engineer.mayEdit ? (
            <>
              <Button size="small" variant="quiet" onClick={() => setOpened({ what: 'edit', engineer })}>
                {t('amber.edit')}
              </Button>
              <Button size="small" variant="quiet" onClick={() => setOpened({ what: 'renew', engineer })}>
                {t('amber.renew')}
              </Button>
            </>
          ) : null
        }
        empty={{ title: t('amber.noEngineers') }}
      />
      {opened?.what === 'edit' && <EditServiceDialog engineer={opened.engineer} onClose={close} />}
      {opened?.what === 'renew' && <RenewDialog engineer={opened.engineer} onClose={close} />}
    </>
  )
}

function columnsOf(t: Translate): readonly Column<StoreEngineer>[] {
  const text = (key: 'name' | 'phone' | 'department' | 'title' | 'login' | 'email', title: string) =>
    ({ key, title, kind: 'text', wraps: 'words', value: (row) => row[key] }) satisfies Column<StoreEngineer>
  return [
    text('name', t('amber.name')),
    {
      ...{ key: 'service', title: t('amber.service'), kind: 'status' },
      value: ({ state }) => t(`amber.state.${state}`),
      cell: ({ state }) => <ServiceCell state={state} />,
    },
    { key: 'endsOn', title: t('amber.endsOn'), kind: 'date', value: (row) => row.alertServiceEndsOn },
    {
      ...{ key: 'priority', title: t('amber.lowestPriority'), kind: 'text' },
      value: ({ lowestPriority }) => t(`alarms.priority.${lowestPriority}`),
      cell: ({ lowestPriority }) => (
        <PriorityCell priority={lowestPriority} word={t(`alarms.priority.${lowestPriority}`)} />
      ),
    },
    {
      ...{ key: 'cases', title: t('amber.takesCases'), kind: 'text' },
      value: ({ takesCases }) => t(takesCases ? 'amber.yes' : 'amber.no'),
    },
    text('phone', t('amber.phone')),
    text('department', t('amber.department')),
    text('title', t('amber.title')),
    text('login', t('amber.account')),
    text('email', t('amber.email')),
  ]
}
