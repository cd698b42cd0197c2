import { Suspense } from 'react'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import { pathOf, pathText } from '../../parts/department-path'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { PageHead } from '../../site/PageHead'
import { UpkeepFilter } from './UpkeepFilter'
import styles from './upkeep.module.css'

const PlanTable = lazily(() => import('./PlanTable'), 'PlanTable')

/** Work that is due at stores again and again. */
export function UpkeepPage() {
  const t = useText()
  const [{ dep = '' }, changeAddress] = useAddress()
  const path = pathOf(dep)
  const departmentId = path.at(-1)
  return (
    <div className={frame.page}>
      <PageHead />
      <div className={styles.columns}>
        <UpkeepFilter
          key={dep}
          path={path}
          onSearch={(next) =>
            changeAddress({ dep: pathText(next), 'plans.page': undefined, 'plans.row': undefined })
          }
        />
        <div className={frame.stack}>
          {departmentId === undefined ? (
            <StateView title={t('upkeep.beforeSearch')} minHeightPx={320} />
          ) : (
            <Suspense fallback={<Skeleton height={320} />}>
              <PlanTable departmentId={departmentId} />
            </Suspense>
          )}
        </div>
      </div>
    </div>
  )
}
