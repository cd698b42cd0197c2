import { useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import { useScreenState } from './screen-session'
import styles from './screens.module.css'
import { useStoreName } from './use-store-name'

/** On the other tabs, too, no one may forget that a store is being controlled. */
export function ControlStrip() {
  const t = useText()
  const [{ tab }] = useAddress()
  const state = useScreenState()
  const isHidden = state.kind !== 'connected' || state.mode !== 'control' || tab === undefined
  const store = useStoreName(isHidden ? null : state.storeId)
  if (isHidden) return null
  return <p className={styles.strip}>{t('screens.controlling', { store })}</p>
}
