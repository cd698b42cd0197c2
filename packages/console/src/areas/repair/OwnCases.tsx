import { getDevice } from '@coldkeep/contract/areas/devices'
import { listRepairCases, reportRepair } from '@coldkeep/contract/areas/repair'
import type { DeviceId } from '@coldkeep/domain/ids'
import { formatInstant, formatMinutes, formatNumber, NO_VALUE } from '@coldkeep/phrases/format'
import { type ReactNode, Suspense, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Link } from '../../kit/Link'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useLanguage, useText } from '../../kit/text'
import { LiveStatus } from '../../parts/LiveStatus'
import frame from '../../parts/page.module.css'
import { dialled } from '../../parts/phone-address'
import { PageHead } from '../../site/PageHead'
import { paths } from '../../site/paths'
import { mayCall, useSession } from '../../site/session'
import { useWhyNot } from '../../site/use-why-not'
import { firstChoice } from '../devices/device-curves'
import { CallStore } from './CallStore'
import styles from './own-cases.module.css'
import { ProgressTag } from './ProgressTag'
import type { RepairCaseEntry } from './repair-choice'

const ReportDialog = lazily(() => import('./ReportDialog'), 'ReportDialog')

const PAGE_SIZE = 10
const MOST_SHOWN = 100
const REFRESH_MS = 60_000

/**
 * The open cases of the reader as cards for one hand.
 * @param otherwise what is there instead for who has none
 */
export function OwnCases({ otherwise }: { readonly otherwise: ReactNode }) {
  const t = useText()
  const whyNot = useWhyNot()
  const [shown, setShown] = useState(PAGE_SIZE)
  const [isReporting, setReporting] = useState(false)
  const query = {
    ...{ departmentId: null, timezone: 0, progressId: null, deviceId: null, search: '' },
    ...({ owner: 'mine', proposal: 'all', page: 1, pageSize: shown } as const),
  }
  const answer = useCall(
    listRepairCases,
    { query },
    { refreshMs: REFRESH_MS, quiet: true, keepsPrevious: true },
  )
  const { data } = answer
  if (data === undefined) return answer.isError ? otherwise : <Skeleton height={320} />
  if (data.total === 0) return otherwise
  return (
    <div className={frame.page}>
      <PageHead status={<LiveStatus updatedAtMs={answer.dataUpdatedAt} refreshMs={REFRESH_MS} />} />
      <h2 className={styles.title}>{t('repair.own.title')}</h2>
      <ul className={styles.cards} aria-label={t('repair.own.title')}>
        {data.records.map((one) => (
          <li key={one.id} className={frame.card}>
            <CaseCard of={one} now={answer.dataUpdatedAt} />
          </li>
        ))}
      </ul>
      {data.records.length < Math.min(data.total, MOST_SHOWN) && (
        <Button onClick={() => setShown(Math.min(shown + PAGE_SIZE, MOST_SHOWN))}>
          {t('repair.own.more')}
        </Button>
      )}
      <div className={styles.foot}>
        <Link look="button" href={paths.withSearch(paths.repair, { list: 'all' })} className={styles.target}>
          {t('repair.own.all')}
        </Link>
        <Button icon="plus" disabledReason={whyNot(reportRepair)} onClick={() => setReporting(true)}>
          {t('repair.report')}
        </Button>
      </div>
      <Suspense>{isReporting && <ReportDialog alarms={[]} onClose={() => setReporting(false)} />}</Suspense>
    </div>
  )
}

interface CaseCardProps {
  readonly of: RepairCaseEntry
  readonly now: number
}

function CaseCard({ of, now }: CaseCardProps) {
  const t = useText()
  const { id, ticket, store, equipment, fault, progress, reportTime } = of
  const age = formatMinutes(t, Math.max(0, (now - reportTime) / 60_000))
  return (
    <>
      <div className={styles.head}>
        <h3 className={styles.where}>
          {store.code} {store.name}
        </h3>
        <ProgressTag progress={progress} />
      </div>
      {equipment !== null && (
        <p className={styles.equipment}>
          <span>{equipment.name}</span>
          <LiveValue id={equipment.id} />
        </p>
      )}
      <p className={styles.fault}>{fault}</p>
      <p className={frame.note}>
        {ticket} · {t('repair.own.since', { age, time: formatInstant(reportTime, store.zone) })}
      </p>
      {dialled(store.phone) === null && <p className={frame.note}>{t('repair.own.noPhone')}</p>}
      <div className={styles.actions}>
        <CallStore of={of} />
        <Link
          look="plain"
          className={styles.action}
          data-main
          href={paths.withSearch(paths.repair, { case: String(id) })}
          aria-label={`${t('repair.own.open')} ${ticket}`}
        >
          {t('repair.own.open')}
        </Link>
      </div>
    </>
  )
}

/** What the equipment measures now; nothing for who may not see that. */
function LiveValue({ id }: { readonly id: DeviceId }) {
  const t = useText()
  const language = useLanguage()
  const mayRead = mayCall(getDevice, useSession())
  const device = useCall(getDevice, mayRead ? { params: { deviceId: id } } : null, {
    refreshMs: REFRESH_MS,
    quiet: true,
  }).data
  const [point] = device === undefined ? [] : firstChoice(device.points)
  if (point === undefined) return null
  const { value, unit } = point
  return (
    <span className={styles.value}>
      {t('repair.own.now')}{' '}
      <b>{value === null ? NO_VALUE : formatNumber(language, value, { decimals: 1, unit })}</b>
    </span>
  )
}
