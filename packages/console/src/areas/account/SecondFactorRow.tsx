import { getSecondFactor } from '@coldkeep/contract/areas/second-factor'
import { formatInstant } from '@coldkeep/phrases/format'
import { Suspense, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './account.module.css'

const CodeDialog = lazily(() => import('./CodeDialog'), 'CodeDialog')
const EnrolDialog = lazily(() => import('./EnrolDialog'), 'EnrolDialog')
const RecoveryCodesDialog = lazily(() => import('./RecoveryCodesDialog'), 'RecoveryCodesDialog')

type Open = 'enrol' | 'renew' | 'end' | readonly string[]

/** Whether codes are required at the sign-in, and the buttons that change it. */
export function SecondFactorRow() {
  const t = useText()
  const factor = useCall(getSecondFactor, {}, { quiet: true })
  const [open, setOpen] = useState<Open | null>(null)
  if (!factor.data) return null
  const { since, recoveryCodesLeft: left } = factor.data
  const close = () => setOpen(null)
  return (
    <div className={styles.row}>
      <div>
        <p className={styles.strong}>{t('account.factor')}</p>
        <p className={frame.note}>
          {since === null
            ? t('account.factorOff')
            : `${t('account.factorOn', { time: formatInstant(since) })} · ${t('account.codesLeft', { count: left })}`}
        </p>
      </div>
      <div className={styles.actions}>
        {since === null ? (
          <Button onClick={() => setOpen('enrol')}>{t('account.factorBegin')}</Button>
        ) : (
          <>
            <Button onClick={() => setOpen('renew')}>{t('account.factorRenew')}</Button>
            <Button onClick={() => setOpen('end')}>{t('account.factorEnd')}</Button>
          </>
        )}
      </div>
      <Suspense>
        {open === 'enrol' && <EnrolDialog onDone={setOpen} onClose={close} />}
        {(open === 'renew' || open === 'end') && <CodeDialog act={open} onDone={setOpen} onClose={close} />}
        {open !== null && typeof open !== 'string' && <RecoveryCodesDialog codes={open} onClose={close} />}
      </Suspense>
    </div>
  )
}
