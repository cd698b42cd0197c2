import styles from './IconButton.module.css'
import { Icon, type IconName } from './icons'
import { Link } from './Link'
import { Tooltip } from './Tooltip'

/** A link that shows as a button of an icon; its words are read out, and shown on hover and focus. */
export function IconLink({ icon, label, href }: { icon: IconName; label: string; href: string }) {
  return (
    <Tooltip label={label}>
      <Link href={href} className={styles.button} look="plain" aria-label={label}>
        <Icon name={icon} size={20} />
      </Link>
    </Tooltip>
  )
}
