import { changeAccount, listAccounts } from '@coldkeep/contract/areas/accounts'
import { signInOptions } from '@coldkeep/contract/areas/mailed-links'
import { listPagePermissions } from '@coldkeep/contract/areas/rights'
import type { Answer } from '@coldkeep/contract/call'
import { Suspense, useState } from 'react'
import { useCall } from '../../api/use-call'
import { rowCall } from '../../archetypes/editor/row-call'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import { Button } from '../../kit/Button'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import { AccountActions } from './AccountActions'
import {
  type AccountDraft,
  type AccountEntry,
  accountColumns,
  accountFields,
  checkService,
  draftOfAccount,
} from './account-form'
import type { OpenDialog } from './open-dialog'
import { StateFilter, useStateFilter } from './StateFilter'

const AccountDialogs = lazily(() => import('./AccountDialogs'), 'AccountDialogs')

/** In the address. */
const TABLE = 't4'
const rowsOf = (answer: Answer<typeof listAccounts>) => answer.accounts
const alsoChanges = [listPagePermissions]
const blank = {
  name: '',
  email: '',
  departmentId: null,
  isEnabled: true,
  isEngineer: false,
  alertServiceEndsOn: null,
}
const update = rowCall(changeAccount, ({ id, revision }: AccountEntry, draft: AccountDraft) => ({
  params: { accountId: id },
  body: { ...draft, revision },
}))

/** The accounts of the own department and of those below it. */
export function AccountTable() {
  const t = useText()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const { query, served } = useStateFilter(TABLE)
  const options = useCall(signInOptions, {}, { quiet: true })
  return (
    <>
      <TableEditor
        title={t('rights.accounts.title')}
        tableKey="accounts"
        name={TABLE}
        list={{ call: listAccounts, query, rowsOf, served }}
        rowKey={(row) => String(row.id)}
        writes={{ update, alsoChanges }}
        columns={accountColumns}
        form={{ fields: accountFields, blank, draftOf: draftOfAccount, check: checkService }}
        rowActions={(row) => (
          <AccountActions account={row} hasMail={options.data?.mail ?? false} onOpen={setOpen} />
        )}
        emptyTitle={t('rights.accounts.none')}
        tools={<StateFilter name={TABLE} />}
      >
        <Button size="small" variant="primary" icon="plus" onClick={() => setOpen({ kind: 'new' })}>
          {t('shell.words.new')}
        </Button>
      </TableEditor>
      <Suspense>{open !== null && <AccountDialogs open={open} onOpen={setOpen} />}</Suspense>
    </>
  )
}
