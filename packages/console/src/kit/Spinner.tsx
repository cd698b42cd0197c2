import styles from './Spinner.module.css'

/** Stands inside buttons only; pages and parts show skeletons. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}
