import { addAccount, listAccounts } from '@coldkeep/contract/areas/accounts'
import { listDevicePermissions, listPagePermissions } from '@coldkeep/contract/areas/rights'
import type { Answer } from '@coldkeep/contract/call'
import { useCallback, useMemo } from 'react'
import { type PlainValues, plainFields } from '../../archetypes/editor/editor-field'
import { type RowCall, rowCall } from '../../archetypes/editor/row-call'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import { blankAccount, checkService, type NewAccountDraft, newAccountFields } from './account-form'

/** The table next to it has it already, for its own New and Edit. */
const EditDialog = lazily(() => import('../../archetypes/editor/EditDialog'), 'EditDialog')
const write = rowCall(addAccount, (draft: NewAccountDraft) => ({ body: draft }))
const invalidates = [listAccounts, listPagePermissions, listDevicePermissions]
const draftOf = (kept: PlainValues) => ({ kept })

export interface NewAccountDialogProps {
  readonly onMade: (made: Answer<typeof addAccount>) => void
  readonly onClose: () => void
}

/** A new account; its password is made up by the service. */
export function NewAccountDialog({ onMade, onClose }: NewAccountDialogProps) {
  const t = useText()
  const fields = useMemo(() => plainFields(newAccountFields(t)), [t])
  const check = useCallback((values: PlainValues) => checkService(values, t), [t])
  return (
    <EditDialog
      title={t('kit.table.newTitle', { title: t('rights.accounts.title') })}
      fields={fields}
      initial={blankAccount}
      write={write as unknown as RowCall<[PlainValues]>}
      check={check}
      invalidates={invalidates}
      draftName="new-account"
      draftOf={draftOf}
      onSend={() => {}}
      onDone={(answer) => onMade(answer as Answer<typeof addAccount>)}
      onClose={onClose}
    />
  )
}
