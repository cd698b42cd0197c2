import { noticeOptions } from '@coldkeep/contract/areas/notices'
import type { StoreSettings } from '@coldkeep/contract/areas/store-settings'
import { Suspense } from 'react'
import { useCall } from '../../api/use-call'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { OwnTargets } from './OwnTargets'
import { ReadOnlyReason } from './ReadOnlyReason'
import type { SetupStepProps } from './setup-step'

const InheritedTargets = lazily(() => import('./InheritedTargets'), 'InheritedTargets')
/** Of a table that is on its way. */
const TABLE_HEIGHT_PX = 160

/** Who is notified of alarms of the department: its own targets, and those of more departments. */
export function TargetPart(props: SetupStepProps & { readonly base: StoreSettings }) {
  const { settings } = props
  const t = useText()
  const isReadable = settings.targets !== null
  const options = useCall(noticeOptions, isReadable ? {} : null, { quiet: true }).data
  return (
    <section className={frame.stack} aria-label={t('storeSettings.targets')}>
      <h3>{t('storeSettings.targets')}</h3>
      {!isReadable && <ReadOnlyReason page={t('shell.pages.notificationTargets')} />}
      {isReadable && options === undefined && <Skeleton height={TABLE_HEIGHT_PX} />}
      {isReadable && options !== undefined && (
        <>
          <p className={frame.note}>{t('storeSettings.targetsNote')}</p>
          <OwnTargets options={options} {...props} />
          <Suspense fallback={<Skeleton height={TABLE_HEIGHT_PX} />}>
            <InheritedTargets
              department={settings.departmentId}
              own={(settings.targets ?? []).map(({ key }) => key)}
              options={options}
            />
          </Suspense>
        </>
      )}
    </section>
  )
}
