import type { StoreSettings } from '@coldkeep/contract/areas/store-settings'
import { differencesOf, mergeAnswers } from '@coldkeep/domain/organisation/merge-answers'
import { useMemo } from 'react'
import { Button } from '../../kit/Button'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
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
export function ChangedMeanwhile(props: { readonly draft: StoreDraft; readonly present: StoreSettings }) {
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
  const columns = useMemo(
    (): readonly Column<ChangedRow>[] => [
      { key: 'what', title: t('storeSettings.changedWhat'), kind: 'text', value: ({ what }) => what },
      { key: 'before', title: t('storeSettings.changedFrom'), kind: 'text', value: ({ before }) => before },
      { key: 'after', title: t('storeSettings.changedTo'), kind: 'text', value: ({ after }) => after },
      { key: 'mine', title: t('storeSettings.changedMine'), kind: 'text', value: ({ mine }) => mine },
    ],
    [t],
  )
  return (
    <div className={styles.notice} role="alert">
      <p>{t('storeSettings.changedNote')}</p>
      <DataTable
        title={t('storeSettings.changedMeanwhile')}
        tableKey="store settings changed"
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
      />
      <div className={styles.buttons}>
        <Button variant="primary" onClick={() => draft.takeChanges(present)}>
          {t('storeSettings.changedTake')}
        </Button>
      </div>
    </div>
  )
}
