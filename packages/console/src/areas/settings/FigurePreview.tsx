import { previewFigures } from '@coldkeep/contract/areas/figures'
import type { Answer } from '@coldkeep/contract/call'
import type { FigureRule } from '@coldkeep/domain/analysis/figures'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { formatNumber } from '@coldkeep/phrases/format'
import { useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { kindOfGroup, useFigureWords } from './figure-words'
import styles from './settings.module.css'

export interface FigurePreviewProps {
  readonly written: FigureRule & {
    readonly departmentId: DepartmentId | null
    readonly storeId: StoreId | null
  }
  /** Why it cannot be asked for; `null` where it can. */
  readonly missing: string | null
}

/** What the figures would have made of the last days, asked for before they are saved. */
export function FigurePreview({ written, missing }: FigurePreviewProps) {
  const t = useText()
  const language = useLanguage()
  const previewing = useSend(previewFigures)
  const seen = previewing.data
  const count = (value: number) => formatNumber(language, value)
  const words = useFigureWords()
  const group = written.figureGroup
  const kind = kindOfGroup(group)
  return (
    <section className={frame.stack} aria-label={t('settings.figures.preview.title')}>
      <div className={styles.buttons}>
        <Button
          icon="eye"
          loading={previewing.isPending}
          disabledReason={missing}
          onClick={() => previewing.mutate({ body: written })}
        >
          {t('settings.figures.preview.ask')}
        </Button>
      </div>
      <div role="status">
        {seen !== undefined && (
          <div className={styles.message}>
            <p>
              {t(`settings.figures.preview.${kind}.${outcomeOf(seen)}`, {
                changed: count(seen.changes.reduce((sum, change) => sum + change.count, 0)),
                judged: count(seen.judged),
                subjects: count(seen.subjects),
                first: seen.firstOn,
                last: seen.lastOn,
              })}
            </p>
            {seen.changes.length > 0 && (
              <ul>
                {seen.changes.map(({ before, after, count: days }) => (
                  <li key={`${before} ${after}`}>
                    {t('settings.figures.preview.change', {
                      before: words.judged(group, before),
                      after: words.judged(group, after),
                      days: count(days),
                    })}
                  </li>
                ))}
              </ul>
            )}
            {seen.unseen > 0 && <p>{t('settings.figures.preview.unseen', { days: count(seen.unseen) })}</p>}
            {seen.stores < seen.allStores && (
              <p>
                {t('settings.figures.preview.firstStores', {
                  stores: count(seen.stores),
                  all: count(seen.allStores),
                })}
              </p>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

function outcomeOf({ judged, changes }: Answer<typeof previewFigures>): 'nothing' | 'same' | 'changed' {
  if (judged === 0) return 'nothing'
  return changes.length === 0 ? 'same' : 'changed'
}
