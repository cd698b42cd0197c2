import { formatNumber } from '@coldkeep/phrases/format'
import { IconButton } from '../IconButton'
import { useLanguage, useText } from '../text'
import { useNarrow } from '../use-narrow'
import styles from './Pager.module.css'
import { pagerWindow } from './pager-window'
import { ALL_ROWS, pageSizes } from './table-view'

export interface PagerProps {
  readonly page: number
  readonly pages: number
  readonly pageSize: number
  /** The size the table came with; it stays on offer. */
  readonly requestedPageSize: number
  /** Not all rows can be had at once. */
  readonly withoutAll?: boolean
  readonly onPage: (page: number) => void
  readonly onPageSize: (pageSize: number) => void
}

export function Pager({
  page,
  pages,
  pageSize,
  requestedPageSize,
  withoutAll,
  onPage,
  onPageSize,
}: PagerProps) {
  const t = useText()
  const language = useLanguage()
  const tight = useNarrow(480)
  return (
    <div className={styles.pager} data-no-print>
      <select
        className={styles.size}
        aria-label={t('kit.pager.pageSize')}
        value={String(pageSize)}
        onChange={(event) => onPageSize(Number(event.currentTarget.value))}
      >
        {pageSizes(requestedPageSize).map((size) => (
          <option key={size} value={String(size)}>
            {t('kit.pager.perPage', { rows: size })}
          </option>
        ))}
        {!withoutAll && <option value={String(ALL_ROWS)}>{t('kit.pager.showAll')}</option>}
      </select>
      {pages > 1 && (
        <nav aria-label={t('kit.pager.label')} className={styles.pages}>
          <IconButton
            icon="chevronLeft"
            size="small"
            label={t('kit.pager.previous')}
            disabledReason={page === 1 ? t('kit.pager.previous') : null}
            onClick={() => onPage(page - 1)}
          />
          {pagerWindow(page, pages, tight ? 1 : 2).map((number, index) =>
            number === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: there are at most two, told apart by their place
              <span key={`gap ${index}`} className={styles.gap}>
                …
              </span>
            ) : (
              <button
                key={number}
                type="button"
                className={styles.page}
                aria-label={t(number === page ? 'kit.pager.current' : 'kit.pager.page', { page: number })}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => onPage(number)}
              >
                {formatNumber(language, number)}
              </button>
            ),
          )}
          <IconButton
            icon="chevronRight"
            size="small"
            label={t('kit.pager.next')}
            disabledReason={page === pages ? t('kit.pager.next') : null}
            onClick={() => onPage(page + 1)}
          />
        </nav>
      )}
    </div>
  )
}
