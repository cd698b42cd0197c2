import { changeAccount, listAccounts } from '@coldkeep/contract/areas/accounts'
import { listPagePermissions } from '@coldkeep/contract/areas/rights'
import type { Answer } from '@coldkeep/contract/call'
import { useState } from 'react'
import { TableEditor } from '../../archetypes/TableEditor'
import { writing } from '../../archetypes/writing'
import { Button } from '../../kit/Button'
import { useText } from '../../kit/text'
import { AccountActions } from './AccountActions'
import {
  type AccountDraft,
  type AccountEntry,
  accountColumns,
  accountFields,
  draftOfAccount,
} from './account-form'
import { EndCodesDialog } from './EndCodesDialog'
import { NewAccountDialog } from './NewAccountDialog'
import { GivenPassword, NewPasswordDialog } from './PasswordDialogs'

const rowsOf = (answer: Answer<typeof listAccounts>) => answer.accounts
const alsoChanges = [listPagePermissions]
const blank = { name: '', email: '', department: null, is_enabled: true }
const update = writing(changeAccount, ({ id, revision }: AccountEntry, draft: AccountDraft) => ({
  params: { accountid: id },
  body: { ...draft, revision },
}))

/** The accounts of the own department and of those below it. */
export function AccountTable() {
  const t = useText()
  const [isAdding, setAdding] = useState(false)
  const [given, setGiven] = useState<{ readonly login: string; readonly password: string } | null>(null)
  const [renewed, setRenewed] = useState<AccountEntry | null>(null)
  const [uncoded, setUncoded] = useState<AccountEntry | null>(null)
  return (
    <>
      <TableEditor
        title={t('rights.accounts.title')}
        tableKey="accounts"
        list={listAccounts}
        rowsOf={rowsOf}
        rowKey={(row) => String(row.id)}
        update={update}
        alsoChanges={alsoChanges}
        columns={accountColumns}
        fields={accountFields}
        blank={blank}
        draftOf={draftOfAccount}
        filterColumn="state"
        searchable
        toolbar={
          <Button size="small" variant="primary" icon="plus" onClick={() => setAdding(true)}>
            {t('shell.words.new')}
          </Button>
        }
        rowActions={(row) => (
          <AccountActions account={row} onNewPassword={setRenewed} onEndCodes={setUncoded} />
        )}
        emptyTitle={t('rights.accounts.none')}
      />
      {isAdding && (
        <NewAccountDialog
          onClose={() => setAdding(false)}
          onMade={(made) => {
            setAdding(false)
            setGiven(made)
          }}
        />
      )}
      {given !== null && <GivenPassword given={given} onClose={() => setGiven(null)} />}
      {uncoded !== null && <EndCodesDialog account={uncoded} onClose={() => setUncoded(null)} />}
      {renewed !== null && <NewPasswordDialog account={renewed} onClose={() => setRenewed(null)} />}
    </>
  )
}
