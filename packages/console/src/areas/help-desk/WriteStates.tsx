import type { HelpSession } from '@coldkeep/contract/areas/help-desk'
import { lineText } from '@coldkeep/phrases/write-text'
import { Link } from '../../kit/Link'
import { StatusTag } from '../../kit/StatusTag'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { paths } from '../../site/paths'
import { lineStatus, reasonText } from '../writes/write-words'
import styles from './help-desk.module.css'

/** What was written in a session, each with what became of it and the way to its proof. */
export function WriteStates({ session: { writes, store } }: { readonly session: HelpSession }) {
  const t = useText()
  const language = useLanguage()
  if (writes.length === 0) return null
  return (
    <section className={styles.part} aria-label={t('helpDesk.parameters.written')}>
      <h3>{t('helpDesk.parameters.written')}</h3>
      <ul className={styles.writes}>
        {writes.map((write) =>
          write.lines.map((line) => {
            const reason = reasonText(write, line, t)
            return (
              <li key={write.id}>
                <span>
                  {line.device.name} · {lineText(line, language, t)}
                </span>
                <StatusTag status={lineStatus[line.state]} word={t(`writes.stateOf.${line.state}`)} />
                <Link
                  href={paths.withSearch(paths.remoteOperation, { store: String(store.id), write: write.id })}
                >
                  {t('helpDesk.parameters.proof')}
                </Link>
                {reason !== null && <span className={frame.note}>{reason}</span>}
              </li>
            )
          }),
        )}
      </ul>
    </section>
  )
}
