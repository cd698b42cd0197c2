import { Skeleton } from '../../kit/Skeleton'
import styles from './downloads.module.css'

/** A list that loads. */
export function SkeletonLines() {
  return (
    <div className={styles.lines}>
      <Skeleton width={180} height={18} />
      <Skeleton width={150} height={18} />
      <Skeleton width={200} height={18} />
    </div>
  )
}
