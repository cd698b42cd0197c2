import { formatNumber } from '@coldkeep/phrases/format'
import { Icon } from '../icons'
import { Link } from '../Link'
import { useLanguage } from '../text'
import styles from './JobProgress.module.css'

export interface JobChipProps {
  readonly title: string
  readonly href: string
  /** `null` once it has ended. */
  readonly percent: number | null
  readonly hasFailed?: boolean
  /** Where there is little room: the title is read out but not shown. */
  readonly compact?: boolean
}

/** A job that goes on while its page is left; leads back to it. */
export function JobChip({ title, href, percent, hasFailed = false, compact = false }: JobChipProps) {
  const language = useLanguage()
  return (
    <Link href={href} look="plain" className={styles.chip}>
      <Icon name={hasFailed ? 'wrong' : percent === null ? 'done' : 'running'} />
      <span className={compact ? 'visually-hidden' : undefined}>{title}</span>
      {percent !== null && <span>{formatNumber(language, percent, { decimals: 0, unit: '%' })}</span>}
    </Link>
  )
}
