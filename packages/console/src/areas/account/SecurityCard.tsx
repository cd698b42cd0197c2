import type { Profile } from '@coldkeep/contract/areas/account'
import { formatInstant } from '@coldkeep/phrases/format'
import { useState } from 'react'
import { Button } from '../../kit/Button'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './account.module.css'
import { Card } from './Card'
import { PasswordDialog } from './PasswordDialog'
import { SecondFactorRow } from './SecondFactorRow'

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
      <SecondFactorRow profile={profile} />
      {isOpen && <PasswordDialog signIn={profile} onClose={() => setOpen(false)} />}
    </Card>
  )
}
