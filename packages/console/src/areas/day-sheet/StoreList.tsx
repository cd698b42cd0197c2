import { LISTED_DAYS, listDaySheets } from '@coldkeep/contract/areas/day-sheets'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { DayTiles } from './DayTiles'
import styles from './day-sheet.module.css'
import { StoresFile } from './StoresFile'

const STORES = 20
const MOST_STORES = 50

/** Stores with their last two weeks: the blank is the finding. */
export function StoreList({ departmentId }: { departmentId: DepartmentId | null }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const [rows, setRows] = useState(STORES)
  const query = { departmentId, storeId: null, page, pageSize: rows }
  const answer = useCall(listDaySheets, { query }, { keepsPrevious: true })
  const { stores = [], total = 0 } = answer.data ?? {}
  return (
    <section className={frame.card} aria-labelledby="store-days">
      <h2 id="store-days">{t('daySheet.stores', { count: LISTED_DAYS })}</h2>
      <p className={frame.note}>{t('daySheet.legend')}</p>
      {stores.length > 0 && <StoresFile departmentId={departmentId} stores={total} />}
      {answer.isLoading && <Skeleton height={240} />}
      {answer.isError && answer.data === undefined && <LoadFailure onRetry={() => void answer.refetch()} />}
      {answer.data !== undefined && stores.length === 0 && (
        <StateView title={t('daySheet.noStores')} minHeightPx={160} />
      )}
      <ul className={styles.stores}>
        {stores.map(({ id, code, name, days }) => (
          <li key={id} className={styles.store}>
            <h3 className={styles.storeName}>
              {code} {name}
            </h3>
            <DayTiles storeId={id} days={days} label={`${code} ${name}`} current={null} />
          </li>
        ))}
      </ul>
      {total > stores.length && (
        <div className={frame.buttons}>
          {rows < MOST_STORES ? (
            <Button size="small" onClick={() => setRows(MOST_STORES)}>
              {t('daySheet.more')}
            </Button>
          ) : (
            <>
              <Button
                size="small"
                icon="chevronLeft"
                disabledReason={page === 1 ? t('daySheet.noMore') : null}
                onClick={() => setPage(page - 1)}
              >
                {t('daySheet.earlierStores')}
              </Button>
              <Button
                size="small"
                iconAfter="chevronRight"
                disabledReason={page * rows >= total ? t('daySheet.noMore') : null}
                onClick={() => setPage(page + 1)}
              >
                {t('daySheet.laterStores')}
              </Button>
            </>
          )}
        </div>
      )}
    </section>
  )
}
