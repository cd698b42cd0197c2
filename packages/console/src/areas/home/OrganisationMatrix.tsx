import { homeOrganisation } from '@coldkeep/contract/areas/home'
import { departmentMap } from '@coldkeep/contract/areas/organisation'
import type { Answer } from '@coldkeep/contract/call'
import { priorities } from '@coldkeep/domain/alarms/priority'
import { formatNumber } from '@coldkeep/phrases/format'
import { useId } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Link } from '../../kit/Link'
import { Skeleton } from '../../kit/Skeleton'
import { useLanguage, useText } from '../../kit/text'
import { AlarmMark } from '../../parts/AlarmMark'
import { type DepartmentPath, followPath, pathText } from '../../parts/department-path'
import { paths } from '../../site/paths'
import { shapeOf } from '../alarms/alarm-words'
import styles from './home.module.css'
import { REFRESH_MS, scopeQuery } from './scope'

type Part = Answer<typeof homeOrganisation>['parts'][number]

/** The organisation as blocks, as wide as their stores are many, with their open alarms. */
export function OrganisationMatrix({ path }: { path: DepartmentPath }) {
  const t = useText()
  const titleId = useId()
  const top = useCall(departmentMap, {}, { keepsPrevious: true }).data
  const answer = useCall(
    homeOrganisation,
    { query: scopeQuery(path) },
    { refreshMs: REFRESH_MS, quiet: true, keepsPrevious: true },
  )
  const here: DepartmentPath = path.length > 0 ? path : top ? [top.id] : []
  const way = top ? followPath(top, here) : []
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <header className={styles.panelHead}>
        <h2 id={titleId}>{t('overview.matrix.title')}</h2>
        <nav aria-label={t('overview.matrix.way')} className={styles.way}>
          {way.map((department, index) =>
            index === way.length - 1 ? (
              <span key={department.id} aria-current="true">
                {department.name}
              </span>
            ) : (
              <Link key={department.id} href={homeOf(here.slice(0, index + 1))}>
                {department.name}
              </Link>
            ),
          )}
        </nav>
      </header>
      {answer.isLoading && <Skeleton height={76} />}
      {answer.isError && !answer.data && (
        <p className={styles.none}>
          {t('kit.state.failedTitle')}{' '}
          <Button size="small" onClick={() => void answer.refetch()}>
            {t('shell.words.retry')}
          </Button>
        </p>
      )}
      {answer.data && (
        <ul className={styles.blocks}>
          {answer.data.parts.map((part) => (
            <li key={`${part.departmentId} ${part.store}`} style={{ flexGrow: Math.max(1, part.stores) }}>
              <Block part={part} here={here} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A department opens itself; a store opens its alarms. */
function Block({ part, here }: { part: Part; here: DepartmentPath }) {
  const t = useText()
  const language = useLanguage()
  const href =
    part.store === null
      ? paths.withSearch(paths.home, { dep: [...here, part.departmentId].join('.') })
      : paths.withSearch(paths.alarms, { dep: pathText(here), store: part.store })
  const occurring = priorities.filter((priority) => part.open[priority] > 0)
  return (
    <Link href={href} look="plain" className={styles.block}>
      <span className={styles.blockName}>{part.name}</span>
      {part.store === null && (
        <span className={styles.blockStores}>{t('units.stores', { count: part.stores })}</span>
      )}
      <span className={styles.marks}>
        {occurring.map((priority) => (
          <span key={priority}>
            <AlarmMark shape={shapeOf(priority)} />
            {formatNumber(language, part.open[priority])}
          </span>
        ))}
        {part.hostsLost > 0 && (
          <span>
            <AlarmMark shape="none" />
            {formatNumber(language, part.hostsLost)}
          </span>
        )}
      </span>
    </Link>
  )
}

function homeOf(path: DepartmentPath): string {
  return paths.withSearch(paths.home, { dep: path.length > 1 ? pathText(path) : undefined })
}
