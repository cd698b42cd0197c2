import { Skeleton } from '../Skeleton'
import { useText } from '../text'
import styles from './DataTable.module.css'

/** As many rows as the page will have, so that nothing moves when they come. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  const t = useText()
  return (
    <div className={styles.skeletons}>
      <span className="visually-hidden">{t('kit.state.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are alike and never change places
        <div key={row} className={styles.skeletonRow}>
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are alike and never change places
            <Skeleton key={column} height={12} width={column === 0 ? '70%' : '50%'} />
          ))}
        </div>
      ))}
    </div>
  )
}
