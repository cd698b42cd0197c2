import type { StoreSettings } from '@coldkeep/contract/areas/store-settings'
import { differencesOf, mergeAnswers } from '@coldkeep/domain/organisation/merge-answers'
import { useId, useMemo } from 'react'
import { Button } from '../../kit/Button'
import { useText } from '../../kit/text'
import { pathWords, valueWords } from './setting-words'
import styles from './store-settings.module.css'
import type { StoreDraft } from './use-store-draft'

interface ChangedRow {
  readonly key: string
  readonly what: string
  readonly before: string
  readonly after: string
  /** Where the draft has another value; empty otherwise. */
  readonly mine: string
}

/** The store is not as it was when the draft was begun: what is new, and what it would be beside the own answers. */
export function ConcurrentChanges(props: { readonly draft: StoreDraft; readonly present: StoreSettings }) {
  const { draft, present } = props
  const t = useText()
  const { base, content } = draft
  const rows = useMemo((): ChangedRow[] => {
    const merged = mergeAnswers(base, content, present)
    const kept = new Map(differencesOf(present, merged).map(({ path, after }) => [path.join('.'), after]))
    return differencesOf(base, present).map(({ path, before, after }) => {
      const key = path.join('.')
      return {
        key,
        what: pathWords(path, after === undefined ? base : present, t),
        before: valueWords(before, t),
        after: valueWords(after, t),
        mine: kept.has(key) ? valueWords(kept.get(key), t) : '',
      }
    })
  }, [base, content, present, t])
  const heading = useId()
  return (
    <div className={styles.notice} role="alert">
      <p>{t('storeSettings.changedNote')}</p>
      <section className={styles.changes} aria-labelledby={heading}>
        <h3 id={heading}>{t('storeSettings.changedMeanwhile')}</h3>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('storeSettings.changedWhat')}</th>
              <th scope="col">{t('storeSettings.changedFrom')}</th>
              <th scope="col">{t('storeSettings.changedTo')}</th>
              <th scope="col">{t('storeSettings.changedMine')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, what, before, after, mine }) => (
              <tr key={key}>
                <th scope="row">{what}</th>
                <td>{before}</td>
                <td>{after}</td>
                <td>{mine}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className={styles.buttons}>
        <Button variant="primary" onClick={() => draft.takeChanges(present)}>
          {t('storeSettings.changedTake')}
        </Button>
      </div>
    </div>
  )
}
