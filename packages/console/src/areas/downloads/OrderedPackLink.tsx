import { Link } from '../../kit/Link'
import { useText } from '../../kit/text'
import styles from './downloads.module.css'

/** Where the pack is that was just ordered: a tab shows it, or a link stays where none was opened. */
export function OrderedPackLink({ url, isOpen }: { readonly url: string; readonly isOpen: boolean }) {
  const t = useText()
  return (
    <p className={styles.notice} role="status">
      <span>{t(isOpen ? 'evidence.screen.opened' : 'evidence.screen.blocked')}</span>
      <Link href={new URL(url, location.href).href}>{t('evidence.screen.open')}</Link>
    </p>
  )
}
