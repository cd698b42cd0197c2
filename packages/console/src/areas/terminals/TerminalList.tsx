import { enrolTerminals } from '@coldkeep/contract/areas/enrolment'
import {
  addTerminal,
  listTerminals,
  type TerminalState,
  terminalStates,
} from '@coldkeep/contract/areas/terminals'
import type { Answer } from '@coldkeep/contract/call'
import { isBoxType } from '@coldkeep/domain/firmware/box-installation'
import { formatNumber } from '@coldkeep/phrases/format'
import { Suspense, useState } from 'react'
import { ListScreen } from '../../archetypes/list/ListScreen'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { lazily } from '../../kit/lazily'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { useWhyNot } from '../../site/use-why-not'
import { useTerminalColumns } from './terminal-columns'
import { VersionFields } from './VersionFields'
import { ALL, readVersionFilter } from './version-filter'

const NewTerminalDialog = lazily(() => import('./NewTerminalDialog'), 'NewTerminalDialog')
const EnrolmentDialog = lazily(() => import('./EnrolmentDialog'), 'EnrolmentDialog')

const REFRESH_MS = 30_000
const PAGE_SIZE = 20
const rowsOf = (answer: Answer<typeof listTerminals>) => answer.terminals

/** The table of terminals. The service searches, filters and pages: a large chain has 20,000. */
export function TerminalList() {
  const t = useText()
  const language = useLanguage()
  const [parameters, changeAddress] = useAddress()
  const [adding, setAdding] = useState<'one' | 'many' | null>(null)
  const whyNot = useWhyNot()
  const state: TerminalState | 'all' = terminalStates.find((one) => one === parameters.state) ?? 'all'
  const versionFilter = readVersionFilter(parameters)
  const { type, version, behind } = versionFilter
  const list = useListScreen({
    list: listTerminals,
    query: (search) => ({
      ...{ departmentId: null, storeId: null, state, search },
      ...{ firmwareType: type, version, behind },
    }),
    rowsOf,
    pageSize: PAGE_SIZE,
    filters: ['state', 'type', 'version', 'behind'],
    isFiltered: state !== 'all' || type !== ALL || version !== ALL || behind > 0,
    refreshMs: REFRESH_MS,
  })
  const columns = useTerminalColumns(list.data?.versions.some(({ type: of }) => isBoxType(of)) ?? false)
  const counts = list.data?.counts
  const sum = counts && terminalStates.reduce((total, one) => total + counts[one], 0)
  const choiceOf = (one: TerminalState | 'all') => {
    const word = one === 'all' ? t('terminals.all') : t(`terminals.state.${one}`)
    const count = one === 'all' ? sum : counts?.[one]
    return {
      value: one,
      label: count === undefined ? word : `${word} (${formatNumber(language, count)})`,
    }
  }

  return (
    <ListScreen
      list={list}
      filters={
        <form className={frame.filters} aria-label={t('analysis.filter.title')} data-no-print>
          <SelectField
            label={t('terminals.stateTitle')}
            value={state}
            choices={(['all', ...terminalStates] as const).map(choiceOf)}
            onChange={(next) =>
              changeAddress({ state: next === 'all' || next === null ? undefined : next, page: undefined })
            }
          />
          <VersionFields
            filter={versionFilter}
            versions={list.data?.versions ?? []}
            onChange={(changed) => changeAddress({ ...changed, page: undefined })}
          />
        </form>
      }
    >
      <DataTable
        {...list.table}
        title={t('terminals.table')}
        tableKey="terminals"
        columns={columns}
        rowKey={(terminal) => terminal.id}
        onOpen={(terminal) => changeAddress({ id: terminal.id })}
        empty={{ title: t('terminals.none') }}
      >
        <Button
          size="small"
          variant="primary"
          icon="plus"
          disabledReason={whyNot(addTerminal)}
          onClick={() => setAdding('one')}
        >
          {t('terminals.add')}
        </Button>
        <Button
          size="small"
          icon="upload"
          disabledReason={whyNot(enrolTerminals)}
          onClick={() => setAdding('many')}
        >
          {t('terminals.enrolment.button')}
        </Button>
      </DataTable>

      <Suspense>{adding === 'one' && <NewTerminalDialog onClose={() => setAdding(null)} />}</Suspense>
      <Suspense>{adding === 'many' && <EnrolmentDialog onClose={() => setAdding(null)} />}</Suspense>
    </ListScreen>
  )
}
