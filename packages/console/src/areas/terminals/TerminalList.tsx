import { listTerminals, type TerminalState, terminalStates } from '@coldkeep/contract/areas/terminals'
import { formatNumber } from '@coldkeep/phrases/format'
import { Suspense, useState } from 'react'
import { readCall, useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { lazily } from '../../kit/lazily'
import { useLanguage, useText } from '../../kit/text'
import { LiveStatus } from '../../parts/LiveStatus'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { useAddressSearch } from '../../parts/use-address-search'
import { PageHead } from '../../site/PageHead'
import { readEveryPage } from '../../site/read-every-page'
import { NewTerminalDialog } from './NewTerminalDialog'
import { TerminalTable } from './TerminalTable'

const EnrolmentDialog = lazily(() => import('./EnrolmentDialog'), 'EnrolmentDialog')

const REFRESH_MS = 30_000
const PAGE_SIZE = 20

/** The table of terminals. The service searches, filters and pages: a large chain has 20,000. */
export function TerminalList() {
  const t = useText()
  const language = useLanguage()
  const [parameters, changeAddress] = useAddress()
  const [adding, setAdding] = useState<'one' | 'many' | null>(null)
  const state: TerminalState | 'all' = terminalStates.find((one) => one === parameters.state) ?? 'all'
  const [search, setSearch] = useAddressSearch()
  const key = parameters.q ?? ''
  const page = Math.max(1, Math.trunc(Number(parameters.page)) || 1)
  const size = sizes.find((one) => String(one) === parameters.size) ?? PAGE_SIZE
  const asked = { depart: null, storeid: null, state, key }
  const answer = useCall(
    listTerminals,
    { query: { ...asked, page, page_size: size } },
    { refreshMs: REFRESH_MS, keepsPrevious: true },
  )
  const counts = answer.data?.counts
  const sum = counts && terminalStates.reduce((total, one) => total + counts[one], 0)
  const choiceOf = (one: TerminalState | 'all') => {
    const word = one === 'all' ? t('terminals.all') : t(`terminals.state.${one}`)
    const count = one === 'all' ? sum : counts?.[one]
    return {
      value: one,
      label: count === undefined ? word : `${word} (${formatNumber(language, count)})`,
    }
  }

  const readAll = () =>
    readEveryPage(async (paging) => {
      const { terminals: rows, total } = await readCall(
        listTerminals,
        { query: { ...asked, ...paging } },
        language,
      )
      return { rows, total }
    })

  return (
    <div className={frame.page}>
      <PageHead status={<LiveStatus updatedAtMs={answer.dataUpdatedAt} refreshMs={REFRESH_MS} />} />
      <form className={frame.filters} aria-label={t('analysis.filter.title')} data-no-print>
        <SelectField
          label={t('terminals.stateTitle')}
          value={state}
          choices={(['all', ...terminalStates] as const).map(choiceOf)}
          onChange={(next) =>
            changeAddress({ state: next === 'all' || next === null ? undefined : next, page: undefined })
          }
        />
      </form>
      <TerminalTable
        answer={answer}
        page={page}
        pageSize={size}
        askedPageSize={PAGE_SIZE}
        onPage={(next, nextSize) =>
          changeAddress({
            page: next === 1 ? undefined : String(next),
            size: nextSize === PAGE_SIZE ? undefined : String(nextSize),
          })
        }
        search={search}
        onSearch={setSearch}
        isFiltered={state !== 'all' || key !== ''}
        onClear={() => {
          setSearch('')
          changeAddress({ state: undefined, q: undefined, page: undefined })
        }}
        readAll={readAll}
        toolbar={
          <>
            <Button size="small" variant="primary" icon="plus" onClick={() => setAdding('one')}>
              {t('terminals.add')}
            </Button>
            <Button size="small" icon="upload" onClick={() => setAdding('many')}>
              {t('terminals.enrolment.button')}
            </Button>
          </>
        }
      />
      {adding === 'one' && <NewTerminalDialog onClose={() => setAdding(null)} />}
      <Suspense>{adding === 'many' && <EnrolmentDialog onClose={() => setAdding(null)} />}</Suspense>
    </div>
  )
}

const sizes = [10, 20, 50, 100] as const
