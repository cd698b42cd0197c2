import { listAccounts } from '@coldkeep/contract/areas/accounts'
import { listDeviceCategories, listPageCategories } from '@coldkeep/contract/areas/categories'
import { previewTidy, tidyPermissions } from '@coldkeep/contract/areas/rights'
import type { Call } from '@coldkeep/contract/call'
import { useCall, useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import { showToast } from '../../kit/Toast'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { tableRows } from '../../parts/table-rows'

export interface TidyDialogProps {
  readonly table: 'webpage' | 'device'
  readonly list: Call
  readonly onClose: () => void
}

/** Shows which permissions are of no use any more, then removes exactly these. */
export function TidyDialog({ table, list, onClose }: TidyDialogProps) {
  const t = useText()
  const preview = useCall(previewTidy, { params: { table } }, { staleMs: 0 })
  const rows = preview.data?.rows ?? []
  const send = useSend(tidyPermissions, {
    invalidates: [list, previewTidy, listAccounts, listPageCategories, listDeviceCategories],
    onDone: ({ removed }) => {
      showToast(t('rights.tidy.done', { count: removed }))
      onClose()
    },
  })
  const name = t(table === 'webpage' ? 'rights.pages.title' : 'rights.equipment.title')
  const data = rows.map(({ id, revision }) => ({ id, revision }))
  return (
    <Modal
      opened
      title={t('rights.tidy.title', { table: name })}
      widthPx={800}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {t(rows.length === 0 ? 'kit.dialog.close' : 'shell.words.cancel')}
          </Button>
          {rows.length > 0 && (
            <Button
              variant="danger"
              loading={send.isPending}
              onClick={() => send.mutate({ params: { table }, body: { data } })}
            >
              {t('rights.tidy.remove', { count: rows.length })}
            </Button>
          )}
        </>
      }
    >
      {rows.length > 0 && <p>{t('rights.tidy.intro')}</p>}
      <DataTable
        title={t('rights.tidy.do')}
        tableKey="tidy-permissions"
        rows={tableRows(preview, rows)}
        rowKey={(row) => row.id}
        empty={{ title: t('rights.tidy.nothing') }}
        columns={[
          { key: 'account', title: t('rights.account'), kind: 'text', value: (row) => row.account },
          { key: 'type', title: t('rights.category'), kind: 'text', value: (row) => row.permission },
          {
            key: 'reason',
            title: t('rights.tidy.reason'),
            kind: 'text',
            value: (row) => t(`rights.tidy.${row.reason}Reason`),
          },
        ]}
      />
    </Modal>
  )
}
