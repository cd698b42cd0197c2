import { getFaq, noteHelpSearch } from '@coldkeep/contract/areas/help'
import { LONGEST_SEARCH } from '@coldkeep/domain/help/help-text'
import { Suspense, useRef, useState } from 'react'
import { useCall, useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { TextField } from '../../kit/field/TextField'
import { LoadFailure } from '../../kit/LoadFailure'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import { useShortcut } from '../../kit/use-shortcut'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { PageHead } from '../../site/PageHead'
import styles from './help.module.css'
import { questionsWith } from './help-search'
import { Question } from './Question'

const HelpEditor = lazily(() => import('./HelpEditor'), 'HelpEditor')
const SearchTable = lazily(() => import('./SearchTable'), 'SearchTable')

/** Questions with answers: by category, or those in which a searched text stands. The address names the open one. */
export function FaqPage() {
  const t = useText()
  const [{ q: open = '', category: chosen = '', find: search = '' }, changeAddress] = useAddress()
  const answer = useCall(getFaq, {})
  const counting = useSend(noteHelpSearch, { quiet: true })
  const [edited, edit] = useState<{ readonly key: string | null } | null>(null)
  const field = useRef<HTMLInputElement>(null)
  /** The search that was counted last. */
  const counted = useRef('')
  useShortcut('/', () => field.current?.focus())
  const { categories = {}, mayEdit = false } = answer.data ?? {}
  const all = Object.entries(categories)
  const ofOpen = all.find(([, { entries }]) => entries.some(({ key }) => key === open))?.[0]
  const category = [chosen, ofOpen, all[0]?.[0]].find((key) => key !== undefined && key in categories)
  const isSearching = search.trim() !== ''
  const shown = isSearching
    ? questionsWith(categories, search)
    : (categories[category ?? '']?.entries ?? []).map((question) => ({ category: null, question }))
  const found = isSearching && answer.data !== undefined ? shown.length : null
  const choose = (key: string) => changeAddress({ category: key, q: undefined, find: undefined })
  const count = () => {
    if (found !== 0 || counted.current === search) return
    counted.current = search
    counting.mutate({ body: { text: search.trim() } })
  }

  return (
    <div className={frame.page}>
      <PageHead
        actions={
          mayEdit && (
            <Button size="small" onClick={() => edit({ key: null })}>
              {t('help.newQuestion')}
            </Button>
          )
        }
      />
      <search className={styles.search}>
        <TextField
          ref={field}
          label={t('help.search')}
          maxLength={LONGEST_SEARCH}
          value={search}
          onChange={(text) => changeAddress({ find: text === '' ? undefined : text }, 'replace')}
          onBlur={count}
          onKeyDown={({ key }) => key === 'Enter' && count()}
        />
        <p role="status" className={frame.note}>
          {found !== null && found > 0 && t('help.found', { count: found })}
        </p>
      </search>
      {answer.error !== null && answer.data === undefined ? (
        <LoadFailure onRetry={answer.refetch} />
      ) : answer.data === undefined ? (
        <Skeleton height={320} />
      ) : (
        <div className={isSearching ? frame.stack : styles.columns}>
          {!isSearching && (
            <nav aria-label={t('help.categories')} className={styles.categories}>
              {all.map(([key, { title, entries }]) => (
                <button key={key} type="button" aria-current={key === category} onClick={() => choose(key)}>
                  <span>{title}</span>
                  <span className={frame.note}>{entries.length}</span>
                </button>
              ))}
            </nav>
          )}
          {found === 0 ? (
            <StateView
              title={t('help.noneFound', { text: search.trim() })}
              actions={<Button onClick={() => changeAddress({ find: undefined })}>{t('help.whole')}</Button>}
              minHeightPx={240}
            >
              {t('help.noneFoundText')}
            </StateView>
          ) : (
            <div className={styles.questions}>
              {shown.map((one, index) => (
                <Question
                  key={one.question.key}
                  question={one.question}
                  category={one.category}
                  number={index + 1}
                  search={search}
                  isOpen={one.question.key === open}
                  onToggle={(isOpen) =>
                    changeAddress({ q: isOpen ? one.question.key : undefined }, 'replace')
                  }
                  onEdit={mayEdit ? () => edit({ key: one.question.key }) : null}
                />
              ))}
            </div>
          )}
        </div>
      )}
      {mayEdit && (
        <Suspense fallback={<Skeleton height={120} />}>
          <SearchTable />
        </Suspense>
      )}
      {edited !== null && (
        <Suspense>
          <HelpEditor page="faq" textKey={edited.key} onClose={() => edit(null)} />
        </Suspense>
      )}
    </div>
  )
}
