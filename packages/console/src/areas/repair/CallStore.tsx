import { Icon } from '../../kit/icons'
import { useText } from '../../kit/text'
import { dialled } from '../../parts/phone-address'
import styles from './own-cases.module.css'
import type { RepairCaseEntry } from './repair-choice'

/** Calls the store of a case; nothing where it has no number. */
export function CallStore({ of: { store } }: { readonly of: Pick<RepairCaseEntry, 'store'> }) {
  const t = useText()
  const phone = dialled(store.phone)
  if (phone === null) return null
  return (
    <a
      className={styles.action}
      href={phone}
      aria-label={t('repair.own.callOf', { store: `${store.code} ${store.name}` })}
      data-no-print
    >
      <Icon name="phone" />
      {t('repair.own.call')}
    </a>
  )
}
