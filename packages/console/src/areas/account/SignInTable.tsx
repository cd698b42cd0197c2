import { endOtherSignIns, endSignIn, listSignIns } from '@coldkeep/contract/areas/account'
import type { Answer } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo, useState } from 'react'
import { saidText } from '../../api/call-problem'
import { useCall, useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { showToast } from '../../kit/Toast'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { browserName } from './browser-name'

type SignIn = Answer<typeof listSignIns>[number]

/** Every browser in which the account is signed in, and how to end what one does not know. */
export function SignInTable() {
  const t = useText()
  const signIns = useCall(listSignIns, {}, { quiet: true })
  const [asked, setAsked] = useState<SignIn | 'others' | null>(null)
  const done = {
    invalidates: [listSignIns],
    onDone: () => {
      setAsked(null)
      showToast(t('account.endedElsewhere'))
    },
  }
  const ending = useSend(endSignIn, done)
  const endingOthers = useSend(endOtherSignIns, done)
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
      { key: 'since', title: t('account.signedIn'), kind: 'time', value: (row) => row.created_at },
      { key: 'used', title: t('account.lastUsed'), kind: 'time', value: (row) => row.renewed_at },
    ],
    [t],
  )
  const rows = signIns.data ?? []
  const hasOthers = rows.some((row) => !row.is_current)
  const signOut = (row: SignIn) =>
    row.is_current ? null : (
      <Button
        size="small"
        aria-label={`${t('account.signOutOne')}: ${nameOf(row, t)}, ${row.address}`}
        onClick={() => setAsked(row)}
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
        rows={rows}
        rowKey={(row) => String(row.id)}
        rowActions={signOut}
        toolbar={
          <Button
            size="small"
            disabledReason={hasOthers ? null : t('account.onlyThis')}
            onClick={() => setAsked('others')}
          >
            {t('account.signOutElsewhere')}
          </Button>
        }
        state={signIns.isLoading ? 'loading' : signIns.isError && !signIns.data ? 'failed' : 'ready'}
        failure={saidText(signIns.error)}
        onRetry={() => void signIns.refetch()}
        empty={{ title: t('account.signInsNone') }}
      />
      <ConfirmDialog
        opened={asked !== null}
        title={
          asked === null || asked === 'others'
            ? t('account.askElsewhere')
            : t('account.askOne', { browser: nameOf(asked, t) })
        }
        action={t('account.signOutOne')}
        destructive
        busy={ending.isPending || endingOthers.isPending}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked === 'others') endingOthers.mutate({})
          else if (asked !== null) ending.mutate({ query: { id: asked.id } })
        }}
      >
        {t('account.askWhy')}
      </ConfirmDialog>
    </>
  )
}

function placeOf({ is_current: isCurrent, provider }: SignIn, t: Translate): string {
  const where = t(isCurrent ? 'account.thisOne' : 'account.elsewhere')
  return provider === null ? where : t('account.byProvider', { where, provider })
}

function nameOf({ browser }: SignIn, t: Translate): string {
  const name = browserName(browser)
  return name === null ? t('account.browserUnknown') : t('account.browserOn', { ...name })
}
