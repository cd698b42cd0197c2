import { listBreaches, type WireBreach } from '@coldkeep/contract/areas/corrections'
import type { Answer } from '@coldkeep/contract/call'
import { breachNumber } from '@coldkeep/domain/corrections/corrective-action'
import type { AlarmId, BreachId } from '@coldkeep/domain/ids'
import { useCallback } from 'react'
import { ListScreen } from '../../archetypes/list/ListScreen'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { useNarrow } from '../../kit/use-narrow'
import { useAddress } from '../../parts/use-address'
import { useInnerPlace } from '../../site/inner-places'
import { paths } from '../../site/paths'
import { BreachRecord } from './BreachRecord'
import { CorrectionFilter } from './CorrectionFilter'
import { addressOfChoice, type CorrectionChoice, choiceOf, queryOf } from './correction-choice'
import { useCorrectionColumns } from './correction-columns'
import { CORRECTIONS } from './corrections-tab'

const PAGE_SIZE = 10
const REFRESH_MS = 60_000
const rowsOf = (answer: Answer<typeof listBreaches>) => answer.records
const emptyWords = {
  open: 'corrections.noneOpen',
  check: 'corrections.noneToCheck',
  period: 'corrections.none',
} as const

/** Breaches, and the record of the one that the address names. On a phone either of the two. */
export function CorrectionsPage() {
  const t = useText()
  const narrow = useNarrow()
  const [parameters, changeAddress] = useAddress()
  const choice = choiceOf(parameters)
  const breachId = idIn(parameters.breach) as BreachId | null
  const alarmId = idIn(parameters.alarm) as AlarmId | null
  const address = JSON.stringify({ tab: CORRECTIONS, ...addressOfChoice(choice), alarm: parameters.alarm })
  const hrefOf = useCallback(
    ({ id }: WireBreach) =>
      paths.withSearch(paths.temperatureAssurance, { ...JSON.parse(address), breach: String(id) }),
    [address],
  )
  const columns = useCorrectionColumns(hrefOf)
  const list = useListScreen({
    list: listBreaches,
    query: (search) => queryOf(choice, alarmId, search),
    rowsOf,
    pageSize: PAGE_SIZE,
    filters: ['dep', 'show', 'alarm'],
    isFiltered: alarmId !== null,
    refreshMs: REFRESH_MS,
  })
  useInnerPlace({
    label: t('corrections.tab'),
    parameters: ['tab', 'breach', 'show', 'first', 'last', 'alarm', 'page', 'q'],
    depth: 1,
  })
  useInnerPlace(
    breachId === null ? null : { label: breachNumber(breachId), parameters: ['breach'], depth: 2 },
  )
  const open = (id: BreachId | null) => changeAddress({ breach: id === null ? undefined : String(id) })
  const search = (next: CorrectionChoice) =>
    changeAddress({ ...addressOfChoice(next), page: undefined, breach: undefined, alarm: undefined })

  if (narrow && breachId !== null)
    return (
      <ListScreen list={list} filters={null}>
        <BreachRecord key={breachId} breachId={breachId} onBack={() => open(null)} />
      </ListScreen>
    )
  return (
    <ListScreen list={list} filters={<CorrectionFilter key={address} choice={choice} onSearch={search} />}>
      <DataTable
        {...list.table}
        title={t('corrections.table')}
        tableKey="breaches"
        columns={columns}
        rowKey={({ id }) => String(id)}
        onOpen={({ id }) => open(id)}
        empty={{ title: t(alarmId === null ? emptyWords[choice.show] : 'corrections.ofAlarm') }}
      />
      {breachId !== null && <BreachRecord key={breachId} breachId={breachId} onBack={null} />}
    </ListScreen>
  )
}

function idIn(text: string | undefined): number | null {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null
}
