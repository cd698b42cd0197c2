import { useText } from '../../kit/text'
import { Drawing } from './Drawing'
import styles from './help-desk.module.css'
import { NewPicture, type NewPictureProps } from './NewPicture'
import { TipList } from './TipList'

/** A look into the store, what to try, and showing where. */
export function OnlineRepair(props: NewPictureProps) {
  const { session } = props
  const t = useText()
  return (
    <>
      <section className={styles.part} aria-label={t('helpDesk.camera.title')}>
        <h3>{t('helpDesk.camera.title')}</h3>
        <NewPicture {...props} />
      </section>
      <section className={styles.part} aria-label={t('helpDesk.tips.title')}>
        <h3>{t('helpDesk.tips.title')}</h3>
        <TipList session={session} />
      </section>
      <section className={styles.part} aria-label={t('helpDesk.drawing.title')}>
        <h3>{t('helpDesk.drawing.title')}</h3>
        <Drawing session={session} />
      </section>
    </>
  )
}
