import { endOtherSignIns, endSignIn, listSignIns } from '@coldkeep/contract/areas/account'
import type { Answer } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo, useState } from 'react'
import { serviceText } from '../../api/call-problem'
import { useCall } from '../../api/use-call'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { Button } from '../../kit/Button'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { tableRows } from '../../parts/table-rows'
import { browserName } from './browser-name'

type SignIn = Answer<typeof listSignIns>[number]

/** Every browser in which the account is signed in, and how to end what one does not know. */
export function SignInTable() {
  const t = useText()
  const signIns = useCall(listSignIns, {}, { quiet: true })
  const [ending, setEnding] = useState<SignIn | 'others' | null>(null)
  const chosen = ending === 'others' ? null : ending
  const question = {
    action: t('account.signOutOne'),
    destructive: true,
    invalidates: [listSignIns],
    success: t('account.endedElsewhere'),
    onClose: () => setEnding(null),
    children: t('account.askWhy'),
  }
  const columns = useMemo(
    (): Column<SignIn>[] => [
      { key: 'browser', title: t('account.browser'), kind: 'text', value: (row) => nameOf(row, t) },
      { key: 'address', title: t('account.address'), kind: 'text', value: (row) => row.address },
      {
        key: 'where',
        title: t('account.where'),
        kind: 'text',
        value: (row) => placeOf(row, t),
      },
      { key: 'since', title: t('account.signedIn'), kind: 'time', value: (row) => row.createdAt },
      { key: 'used', title: t('account.lastUsed'), kind: 'time', value: (row) => row.renewedAt },
    ],
    [t],
  )
  const rows = signIns.data ?? []
  const hasOthers = rows.some((row) => !row.isCurrent)
  const signOut = (row: SignIn) =>
    row.isCurrent ? null : (
      <Button
        size="small"
        aria-label={`${t('account.signOutOne')}: ${nameOf(row, t)}, ${row.address}`}
        onClick={() => setEnding(row)}
      >
        {t('account.signOutOne')}
      </Button>
    )
  return (
    <>
      <DataTable
        title={t('account.signIns')}
        tableKey="sign-ins"
        columns={columns}
        rows={{ ...tableRows(signIns, rows), failure: serviceText(signIns.error) }}
        rowKey={(row) => String(row.id)}
        rowActions={signOut}
        empty={{ title: t('account.signInsNone') }}
      >
        <Button
          size="small"
          disabledReason={hasOthers ? null : t('account.onlyThis')}
          onClick={() => setEnding('others')}
        >
          {t('account.signOutElsewhere')}
        </Button>
      </DataTable>
      <ConfirmAndSend
        {...question}
        opened={ending === 'others'}
        title={t('account.askElsewhere')}
        call={endOtherSignIns}
        input={{}}
      />
      <ConfirmAndSend
        {...question}
        opened={chosen !== null}
        title={chosen === null ? '' : t('account.askOne', { browser: nameOf(chosen, t) })}
        call={endSignIn}
        input={chosen && { query: { id: chosen.id } }}
      />
    </>
  )
}

function placeOf({ isCurrent, provider }: SignIn, t: Translate): string {
  const where = t(isCurrent ? 'account.thisOne' : 'account.elsewhere')
  return provider === null ? where : t('account.byProvider', { where, provider })
}

function nameOf({ browser }: SignIn, t: Translate): string {
  const name = browserName(browser)
  return name === null ? t('account.browserUnknown') : t('account.browserOn', { ...name })
}
