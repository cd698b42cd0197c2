import { evidencePageInfo } from '@coldkeep/contract/areas/evidence'
import { useCall } from '../../api/use-call'
import { CopyButton } from '../../kit/CopyButton'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './downloads.module.css'

/** The fingerprint of the signing key, for the recipient of a file, and the key itself for the verifier. */
export function EvidenceKeyNote() {
  const t = useText()
  const info = useCall(evidencePageInfo, {}, { quiet: true }).data
  if (info === undefined) return null
  return (
    <section className={styles.pack} aria-label={t('evidence.screen.key')}>
      <h2 className={styles.packTitle}>{t('evidence.screen.key')}</h2>
      <p className={frame.note}>{t('evidence.screen.keyHelp')}</p>
      <code className={styles.fingerprint}>{info.fingerprint}</code>
      <div>
        <CopyButton text={info.publicKey}>{t('evidence.screen.copyKey')}</CopyButton>
      </div>
    </section>
  )
}
