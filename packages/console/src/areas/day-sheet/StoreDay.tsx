import { getDaySheet, LISTED_DAYS, listDaySheets } from '@coldkeep/contract/areas/day-sheets'
import type { StoreId } from '@coldkeep/domain/ids'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import { shiftDay, todayHere } from '../../parts/day-period'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { DayTiles } from './DayTiles'
import styles from './day-sheet.module.css'
import { readRound } from './kept-round'
import { SheetBody } from './SheetBody'
import { SheetFiles } from './SheetFiles'
import { Signature } from './Signature'
import { WaitingChecks } from './WaitingChecks'

/** One day of a store. */
export function StoreDay({ storeId, day }: { storeId: StoreId; day: string | null }) {
  const t = useText()
  const [, changeAddress] = useAddress()
  const [isSignedShown, setSignedShown] = useState(false)
  const list = useCall(listDaySheets, { query: { departmentId: null, storeId, page: 1, pageSize: 1 } })
  const days = list.data?.stores[0]?.days ?? []
  // today at the store, as soon as it is known
  const on = day ?? days.at(-1)?.on ?? (list.isError ? todayHere(new Date()) : null)
  const answer = useCall(getDaySheet, on === null ? null : { query: { storeId, on } }, {
    keepsPrevious: true,
  })
  const sheet = answer.data
  if (sheet === undefined) {
    if (answer.isError) return <LoadFailure onRetry={() => void answer.refetch()} />
    return <Skeleton height={400} />
  }
  const { store, signed, today, places, areReadingsKept } = sheet
  const shown = isSignedShown && signed !== null ? signed.sheet : sheet.now
  const go = (by: number) => changeAddress({ date: shiftDay(sheet.on, by) })
  const isRoundBegun = readRound(`${storeId}`) !== null
  return (
    <>
      <section className={frame.card} aria-labelledby="sheet-title">
        <div className={styles.head}>
          <h2 id="sheet-title">
            {store.code} {store.name} · {sheet.on}
          </h2>
          <div className={frame.buttons} data-no-print>
            <Button size="small" icon="chevronLeft" onClick={() => go(-1)}>
              {t('daySheet.before')}
            </Button>
            <Button
              size="small"
              iconAfter="chevronRight"
              disabledReason={sheet.on >= today ? t('daySheet.future') : null}
              onClick={() => go(1)}
            >
              {t('daySheet.next')}
            </Button>
          </div>
        </div>
        {days.length > 0 && (
          <div className={styles.strip}>
            <DayTiles
              storeId={storeId}
              days={days}
              label={t('daySheet.stores', { count: LISTED_DAYS })}
              current={sheet.on}
            />
            <p className={frame.note} data-no-print>
              {t('daySheet.openDays', {
                count: days.filter(({ signedBy }) => signedBy === null).length,
                days: days.length,
              })}
            </p>
          </div>
        )}
        <Signature sheet={sheet} />
        <div className={frame.buttons} data-no-print>
          <Button
            variant="primary"
            icon="play"
            disabledReason={
              places === 0
                ? t('daySheet.round.noPlaces')
                : sheet.on === today
                  ? null
                  : t('daySheet.round.today')
            }
            onClick={() => changeAddress({ show: 'round' })}
          >
            {t(isRoundBegun ? 'daySheet.round.goOn' : 'daySheet.round.start')}
          </Button>
          <Button icon="edit" onClick={() => changeAddress({ show: 'places' })}>
            {t('daySheet.places.edit')}
          </Button>
          {signed !== null && (
            <fieldset className={styles.which}>
              <legend className="visually-hidden">{t('daySheet.which')}</legend>
              <Button pressed={!isSignedShown} onClick={() => setSignedShown(false)}>
                {t('daySheet.now')}
              </Button>
              <Button pressed={isSignedShown} onClick={() => setSignedShown(true)}>
                {t('daySheet.asSigned')}
              </Button>
            </fieldset>
          )}
        </div>
        <SheetFiles store={store} on={sheet.on} />
        <WaitingChecks storeId={storeId} />
      </section>
      {!areReadingsKept && <p className={frame.note}>{t('daySheet.noReadings')}</p>}
      <SheetBody sheet={shown} zone={store.zone} on={sheet.on} />
    </>
  )
}
