import { getOnCallCalendar, type OnCallShift } from '@coldkeep/contract/areas/on-call'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { addDays } from '@coldkeep/domain/time/local-date'
import { Suspense, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { StatusTag } from '../../kit/StatusTag'
import { useText } from '../../kit/text'
import { isDay, todayHere } from '../../parts/day-period'
import { pathOf } from '../../parts/department-path'
import { PlaceSelect } from '../../parts/PlaceSelect'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { usePlaceChoices } from '../../parts/use-place-choices'
import styles from './amber.module.css'
import type { OnCallOpened } from './OnCallDialogs'
import { ShiftTable } from './ShiftTable'
import { WeekGrid } from './WeekGrid'
import { daysOfWeek, mondayOf } from './week'

const OnCallDialogs = lazily(() => import('./OnCallDialogs'), 'OnCallDialogs')

/** The calendar of who is on call in a department, week by week. */
export function OnCallPanel() {
  const [{ dep = '' }] = useAddress()
  const { topId } = usePlaceChoices()
  const departmentId = pathOf(dep).at(-1) ?? topId
  if (departmentId === null) return <Skeleton height={320} />
  return <Calendar key={departmentId} departmentId={departmentId} />
}

function Calendar({ departmentId }: { readonly departmentId: DepartmentId }) {
  const t = useText()
  const [{ dep = '', week }, changeAddress] = useAddress()
  const [opened, setOpened] = useState<OnCallOpened | null>(null)
  const today = todayHere(new Date())
  const monday = mondayOf(week !== undefined && isDay(week) ? week : today)
  const days = daysOfWeek(monday)
  const query = { departmentId, start: monday, end: addDays(monday, 6) }
  const answer = useCall(getOnCallCalendar, { query }, { quiet: true, keepsPrevious: true })
  const calendar = answer.data
  const goTo = (count: number) =>
    changeAddress({ week: count === 0 ? undefined : addDays(monday, 7 * count) })
  const open = (what: 'change' | 'remove' | 'handOver') => (shift: OnCallShift) => setOpened({ what, shift })
  return (
    <div className={frame.stack}>
      <div className={frame.filters} data-no-print>
        <PlaceSelect value={dep} onChange={(next) => changeAddress({ dep: next || undefined })} />
      </div>
      <section className={frame.card} aria-label={t('amber.onCallTab')}>
        <div className={styles.head}>
          <h2>{t('amber.onCall.week', { day: monday })}</h2>
          <div className={frame.buttons}>
            <Button size="small" onClick={() => goTo(-1)}>
              {t('amber.onCall.before')}
            </Button>
            <Button size="small" onClick={() => goTo(0)}>
              {t('amber.onCall.today')}
            </Button>
            <Button size="small" onClick={() => goTo(1)}>
              {t('amber.onCall.after')}
            </Button>
          </div>
        </div>
        {calendar === undefined ? (
          <Skeleton height={160} />
        ) : (
          <>
            <div className={styles.head}>
              {calendar.now.length === 0 ? (
                <StatusTag status="offline" word={t('amber.onCall.noOneNow')} />
              ) : (
                <p>{t('amber.onCall.now', { names: calendar.now.join(', ') })}</p>
              )}
              <p className={frame.note}>{t('amber.onCall.zone', { zone: calendar.zone })}</p>
            </div>
            <WeekGrid calendar={calendar} days={days} today={today} />
          </>
        )}
      </section>
      <ShiftTable
        answer={answer}
        onChange={open('change')}
        onRemove={open('remove')}
        onHandOver={open('handOver')}
      >
        {calendar?.mayEdit === true && (
          <>
            <Button variant="primary" onClick={() => setOpened({ what: 'add' })}>
              {t('amber.onCall.add')}
            </Button>
            <Button onClick={() => setOpened({ what: 'rota' })}>{t('amber.onCall.addRota')}</Button>
          </>
        )}
      </ShiftTable>
      {opened !== null && calendar !== undefined && (
        <Suspense>
          <OnCallDialogs
            opened={opened}
            departmentId={departmentId}
            zone={calendar.zone}
            day={days.includes(today as (typeof days)[number]) ? today : monday}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
