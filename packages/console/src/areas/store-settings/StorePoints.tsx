import { listServicePoints } from '@coldkeep/contract/areas/service-points'
import type { StoreId } from '@coldkeep/domain/ids'
import { useCall } from '../../api/use-call'
import { Link } from '../../kit/Link'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { paths } from '../../site/paths'

/** The service points that a store has used, next to what its chain has of them. */
export function StorePoints({ storeId }: { readonly storeId: StoreId | null }) {
  const t = useText()
  const { data, isError, refetch } = useCall(listServicePoints, { query: { storeId } }, { quiet: true })
  const parts = (data?.points ?? []).flatMap(({ subservices }) => subservices)
  const shown = parts.filter(
    ({ usedByStore, points }) => (usedByStore ?? 0) > 0 || points.some(({ total }) => total !== 0),
  )
  return (
    <section className={frame.stack} aria-label={t('storeSettings.points')}>
      <h3>{t('storeSettings.points')}</h3>
      {data === undefined &&
        (isError ? <LoadFailure onRetry={() => void refetch()} /> : <Skeleton height={48} />)}
      {data !== undefined && shown.length === 0 && (
        <p className={frame.note}>{t('storeSettings.pointsNone')}</p>
      )}
      {shown.map(({ subservice, title, usedByStore, points }) => (
        <p key={subservice}>
          {t('storeSettings.pointsOf', { part: title, used: usedByStore ?? 0, left: points[0]?.unused ?? 0 })}
        </p>
      ))}
      <p>
        <Link href={paths.credits}>{t('shell.pages.credits')}</Link>
      </p>
    </section>
  )
}
