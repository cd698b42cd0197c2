import { getProfile, listSignIns, type Profile } from '@coldkeep/contract/areas/account'
import { formatInstant } from '@coldkeep/phrases/format'
import { Suspense, useState } from 'react'
import { Button } from '../../kit/Button'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './account.module.css'
import { Card } from './Card'
import { ProviderRow } from './ProviderRow'
import { SecondFactorRow } from './SecondFactorRow'

const PasswordDialog = lazily(() => import('./PasswordDialog'), 'PasswordDialog')

const changes = [getProfile, listSignIns]

/** What keeps others out of the account. */
export function SecurityCard({ profile }: { profile: Profile }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={t('account.security')}>
      <div className={styles.row}>
        <div>
          <p className={styles.strong}>{t('account.passwordTitle')}</p>
          <p className={frame.note}>
            {t('account.passwordSince', { time: formatInstant(profile.passwordChangedAt) })}
          </p>
        </div>
        <Button onClick={() => setOpen(true)}>{t('account.updatePassword')}</Button>
      </div>
      <SecondFactorRow />
      {!profile.isByProvider && <ProviderRow />}
      <Suspense>{isOpen && <PasswordDialog changes={changes} onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  )
}
