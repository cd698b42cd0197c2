import { homeWork } from '@coldkeep/contract/areas/home'
import { departmentMap } from '@coldkeep/contract/areas/organisation'
import type { Answer } from '@coldkeep/contract/call'
import { formatNumber } from '@coldkeep/phrases/format'
import { useId } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Icon } from '../../kit/icons'
import { Link } from '../../kit/Link'
import { Skeleton } from '../../kit/Skeleton'
import { useLanguage, useText } from '../../kit/text'
import { type DepartmentPath, pathText } from '../../parts/department-path'
import frame from '../../parts/page.module.css'
import { paths } from '../../site/paths'
import styles from './due.module.css'

const REFRESH_MS = 60_000

export interface WorkDueProps {
  readonly path: DepartmentPath
  /** Where the card stands on its page. */
  readonly place: string | undefined
}

/** How much work of people is due, each count a link to the page that lists it; nothing for who may open none of them. */
export function WorkDue({ path, place }: WorkDueProps) {
  const t = useText()
  const language = useLanguage()
  const titleId = useId()
  const top = useCall(departmentMap, {}, { keepsPrevious: true }).data
  const answer = useCall(
    homeWork,
    { query: { departmentId: path.at(-1) ?? null } },
    { refreshMs: REFRESH_MS, quiet: true, keepsPrevious: true },
  )
  const here: DepartmentPath = path.length > 0 ? path : top ? [top.id] : []
  const rows = answer.data === undefined ? null : rowsOf(answer.data, here)
  if (rows?.length === 0) return null
  return (
    <div className={place} data-span={4}>
      <section className={frame.card} aria-labelledby={titleId}>
        <h2 id={titleId}>{t('due.title')}</h2>
        {answer.isLoading && <Skeleton height={96} />}
        {answer.isError && rows === null && (
          <p className={frame.note}>
            {t('due.failed')}{' '}
            <Button size="small" onClick={() => void answer.refetch()}>
              {t('shell.words.retry')}
            </Button>
          </p>
        )}
        {rows !== null && (
          <ul className={styles.rows}>
            {rows.map(({ text, count, href, isLate }) => (
              <li key={text}>
                <Link look="plain" className={styles.row} href={href} data-late={isLate || undefined}>
                  <span className={styles.text}>
                    {isLate && <Icon name="calendarMark" />}
                    {t(text)}
                  </span>
                  <b>{formatNumber(language, count)}</b>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

interface Row {
  readonly text: `due.${'upkeepSoon' | 'upkeepOverdue' | 'repairs' | 'ownRepairs' | 'updates'}`
  readonly count: number
  readonly href: string
  /** There is some, and it should have been done. */
  readonly isLate?: boolean
}

/** The counts of the pages that the reader may open. */
function rowsOf({ upkeep, repairs, updates }: Answer<typeof homeWork>, path: DepartmentPath): Row[] {
  const dep = path.length === 0 ? undefined : pathText(path)
  const upkeepOf = (state: 'soon' | 'overdue') =>
    paths.withSearch(paths.upkeep, { dep, 'plans.state': state })
  return [
    ...(upkeep === null
      ? []
      : ([
          {
            text: 'due.upkeepOverdue',
            count: upkeep.overdue,
            href: upkeepOf('overdue'),
            isLate: upkeep.overdue > 0,
          },
          { text: 'due.upkeepSoon', count: upkeep.soon, href: upkeepOf('soon') },
        ] as const)),
    ...(repairs === null
      ? []
      : ([
          { text: 'due.repairs', count: repairs.open, href: paths.withSearch(paths.repair, { dep }) },
          ...(repairs.mine === 0
            ? []
            : ([
                {
                  text: 'due.ownRepairs',
                  count: repairs.mine,
                  href: paths.withSearch(paths.repair, { dep, owner: 'mine' }),
                },
              ] as const)),
        ] as const)),
    ...(updates === null
      ? []
      : ([{ text: 'due.updates', count: updates.running, href: paths.firmware }] as const)),
  ]
}
