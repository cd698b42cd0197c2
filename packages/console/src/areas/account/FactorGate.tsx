import { useEffect, useState } from 'react'
import { queryClient } from '../../api/query-client'
import { Button } from '../../kit/Button'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import { useConfig } from '../../site/config'
import { currentToken, endSession, freshToken } from '../../site/session'
import { signOut } from '../../site/sign-out'
import { EnrolDialog } from './EnrolDialog'
import { RecoveryCodesDialog } from './RecoveryCodesDialog'

/** Replaces every page until its reader has set up the second factor that the company requires. */
export function FactorGate() {
  const t = useText()
  const [open, setOpen] = useState<'enrol' | readonly string[] | null>(null)
  const { title } = useConfig()
  useEffect(() => {
    document.title = `${t('account.factorAskedTitle')} · ${title}`
  }, [t, title])
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <StateView
        size="page"
        icon="lock"
        title={t('account.factorAskedTitle')}
        actions={
          <>
            <Button variant="primary" onClick={() => setOpen('enrol')}>
              {t('account.factorBegin')}
            </Button>
            <Button onClick={signOut}>{t('shell.bar.signOut')}</Button>
          </>
        }
      >
        {t('account.factorAsked')}
      </StateView>
      {open === 'enrol' && <EnrolDialog onDone={setOpen} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'enrol' && <RecoveryCodesDialog codes={open} onClose={enter} />}
    </>
  )

  async function enter(): Promise<void> {
    queryClient.clear()
    // the token still claims that there is none
    if ((await freshToken(currentToken()).catch(() => null)) === null) endSession('ended')
  }
}
