import { Icon } from '../../kit/icons'
import { useText } from '../../kit/text'
import styles from './store-settings.module.css'

/** Why a part of a step cannot be changed. @param page the page that is missing */
export function ReadOnlyReason({ page }: { readonly page: string }) {
  const t = useText()
  return (
    <p className={styles.reason}>
      <Icon name="lock" />
      {t('storeSettings.readOnly.page', { page })}
    </p>
  )
}
