import { Suspense } from 'react'
import { DateField } from '../../kit/field/DateField'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import { isDay } from '../../parts/day-period'
import { PlaceFilter, usePlace } from '../../parts/PlaceFilter'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { PageHead } from '../../site/PageHead'
import { StoreList } from './StoreList'

// what waits on a device comes with it
const RoundScreen = lazily(() => import('./RoundScreen'), 'RoundScreen')
const StoreDay = lazily(() => import('./StoreDay'), 'StoreDay')
const PlaceEditor = lazily(() => import('./PlaceEditor'), 'PlaceEditor')

/** The day of a store as people sign it; without a store, which days of the last two weeks are open. */
export function DailySheetPage() {
  const t = useText()
  const { departmentId, storeId } = usePlace()
  const [{ date = '', show = '' }, changeAddress] = useAddress()
  const day = isDay(date) ? date : null
  const leave = () => changeAddress({ show: undefined })
  if (storeId !== null && show === 'round')
    return (
      <Suspense fallback={<Skeleton height={480} />}>
        <RoundScreen key={storeId} storeId={storeId} onLeave={leave} />
      </Suspense>
    )
  return (
    <div className={frame.page}>
      <PageHead />
      <PlaceFilter>
        {storeId !== null && show === '' && (
          <DateField
            label={t('daySheet.day')}
            value={day}
            onChange={(next) => changeAddress({ date: next ?? undefined })}
          />
        )}
      </PlaceFilter>
      <Suspense fallback={<Skeleton height={320} />}>
        {storeId === null ? (
          <StoreList departmentId={departmentId} />
        ) : show === 'places' ? (
          <PlaceEditor storeId={storeId} onLeave={leave} />
        ) : (
          <StoreDay storeId={storeId} day={day} />
        )}
      </Suspense>
    </div>
  )
}
