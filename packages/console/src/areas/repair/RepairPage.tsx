import { listRepairCases, reportRepair } from '@coldkeep/contract/areas/repair'
import type { Answer } from '@coldkeep/contract/call'
import type { RepairCaseId } from '@coldkeep/domain/ids'
import { ticketOf } from '@coldkeep/domain/repair/repair-case'
import { Suspense, useCallback, useState } from 'react'
import { ListScreen } from '../../archetypes/list/ListScreen'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { Button } from '../../kit/Button'
import { Link } from '../../kit/Link'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { useNarrow } from '../../kit/use-narrow'
import { useAddress } from '../../parts/use-address'
import { useInnerPlace } from '../../site/inner-places'
import { withTexts } from '../../site/language'
import { paths } from '../../site/paths'
import { useWhyNot } from '../../site/use-why-not'
import { OwnCasesLink } from './OwnCasesLink'
import { RepairFilter } from './RepairFilter'
import { addressOfChoice, choiceOf, queryOf, type RepairCaseEntry, type RepairChoice } from './repair-choice'
import { useRepairColumns } from './repair-columns'
import { alarmsToReport } from './report-form'

const RepairFigures = lazily(() => import('./RepairFigures'), 'RepairFigures')
/** Whole at once: it may lose its connection as soon as it is there. */
const RepairRecord = lazily(() => withTexts('queue', () => import('./RepairRecord')), 'RepairRecord')
const OwnCases = lazily(() => import('./OwnCases'), 'OwnCases')
const ReportDialog = lazily(() => import('./ReportDialog'), 'ReportDialog')

const PAGE_SIZE = 10
const REFRESH_MS = 60_000
const rowsOf = (answer: Answer<typeof listRepairCases>) => answer.records

/** Cases of repair; opened on a phone without anything chosen, the reader's own first where there are any. */
export function RepairPage() {
  const narrow = useNarrow()
  const [parameters] = useAddress()
  const isBare = Object.keys(parameters).length === 0
  if (parameters.view === 'figures')
    return (
      <Suspense fallback={<Skeleton height={320} />}>
        <RepairFigures />
      </Suspense>
    )
  if (!narrow || !isBare) return <Cases />
  return (
    <Suspense fallback={<Skeleton height={320} />}>
      <OwnCases otherwise={<Cases />} />
    </Suspense>
  )
}

/** All cases, and the record of the one that the address names. On a phone either of the two. */
function Cases() {
  const t = useText()
  const narrow = useNarrow()
  const whyNot = useWhyNot()
  const [parameters, changeAddress] = useAddress()
  const [isReporting, setReporting] = useState(false)
  const choice = choiceOf(parameters)
  const caseId = caseIdOf(parameters.case)
  const alarms = alarmsToReport(parameters.report)
  const address = JSON.stringify(addressOfChoice(choice))
  const hrefOf = useCallback(
    ({ id }: RepairCaseEntry) => paths.withSearch(paths.repair, { ...JSON.parse(address), case: String(id) }),
    [address],
  )
  const columns = useRepairColumns(hrefOf)
  const list = useListScreen({
    list: listRepairCases,
    query: (search) => queryOf(choice, search),
    rowsOf,
    pageSize: PAGE_SIZE,
    filters: ['dep', 'show', 'progress', 'owner', 'proposal'],
    isFiltered: choice.progress !== 'all' || choice.owner !== 'all' || choice.proposal !== 'all',
    refreshMs: REFRESH_MS,
  })
  useInnerPlace(caseId === null ? null : { label: ticketOf(caseId), parameters: ['case'], depth: 1 })
  const open = (id: RepairCaseId | null) => changeAddress({ case: id === null ? undefined : String(id) })
  const search = (next: RepairChoice) =>
    changeAddress({ ...addressOfChoice(next), page: undefined, case: undefined })

  if (narrow && caseId !== null)
    return (
      <Suspense fallback={<Skeleton height={320} />}>
        <RepairRecord key={caseId} caseId={caseId} onBack={() => open(null)} />
      </Suspense>
    )
  return (
    <ListScreen
      list={list}
      filters={
        <RepairFilter key={address} choice={choice} onSearch={search}>
          <Button icon="plus" disabledReason={whyNot(reportRepair)} onClick={() => setReporting(true)}>
            {t('repair.report')}
          </Button>
          <Link look="button" href={paths.withSearch(paths.repair, { view: 'figures' })}>
            {t('repair.figures.open')}
          </Link>
          {narrow && <OwnCasesLink />}
        </RepairFilter>
      }
    >
      <DataTable
        {...list.table}
        title={t('repair.table')}
        tableKey="repair-cases"
        columns={columns}
        rowKey={({ id }) => String(id)}
        onOpen={({ id }) => open(id)}
        empty={{ title: t(choice.show === 'open' ? 'repair.noneOpen' : 'repair.none') }}
      />
      <Suspense fallback={<Skeleton height={320} />}>
        {caseId !== null && <RepairRecord key={caseId} caseId={caseId} onBack={null} />}
      </Suspense>
      <Suspense>
        {(isReporting || alarms.length > 0) && (
          <ReportDialog
            alarms={alarms}
            onClose={(made) => {
              setReporting(false)
              changeAddress({ report: undefined, ...(made !== null && { case: String(made) }) })
            }}
          />
        )}
      </Suspense>
    </ListScreen>
  )
}

function caseIdOf(text: string | undefined): RepairCaseId | null {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? (Number(text) as RepairCaseId) : null
}
