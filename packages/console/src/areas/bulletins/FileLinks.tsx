import type { BulletinFile } from '@coldkeep/contract/areas/own-bulletins'
import { formatNumber } from '@coldkeep/phrases/format'
import { Icon } from '../../kit/icons'
import { Link } from '../../kit/Link'
import { useLanguage, useText } from '../../kit/text'
import styles from './bulletins.module.css'

/** The files of a message: pictures are shown, all can be saved. */
export function FileLinks({ files }: { readonly files: readonly BulletinFile[] }) {
  const t = useText()
  const language = useLanguage()
  if (files.length === 0) return null
  return (
    <ul className={styles.attached} aria-label={t('bulletins.files')}>
      {files.map(({ id, name, type, bytes, url }) => (
        <li key={id}>
          {type.startsWith('image/') && <img src={url} alt={name} loading="lazy" />}
          <Link href={url} look="plain" download={name} className={styles.file}>
            <Icon name="fileDownload" size={16} />
            <span>{name}</span>
            <span className={styles.size}>
              {formatNumber(language, Math.max(1, bytes / 1024), { decimals: 0, unit: 'kB' })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
