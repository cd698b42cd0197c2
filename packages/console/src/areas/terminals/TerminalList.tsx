import { listTerminals, type TerminalState, terminalStates } from '@coldkeep/contract/areas/terminals'
import { formatNumber } from '@coldkeep/phrases/format'
import { useEffect, useState } from 'react'
import { CallProblem } from '../../api/call-problem'
import { readCall, useCall } from '../../api/use-call'
import { reportFailure } from '../../app/failures'
import { PageHead } from '../../app/PageHead'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { useLanguage, useText } from '../../kit/text'
import { LiveStatus } from '../../parts/LiveStatus'
import { useAddress } from '../../parts/use-address'
import { NewTerminalDialog } from './NewTerminalDialog'
import { TerminalTable } from './TerminalTable'
import type { TerminalEntry } from './terminal-words'
import styles from './terminals.module.css'

const REFRESH_MS = 30_000
const PAGE_SIZE = 20
const MOST_AT_ONCE = 200
/** A search is asked for once the typing rests. */
const REST_MS = 300

/** The table of terminals. The service searches, filters and pages: a large chain has 20,000. */
export function TerminalList() {
  const t = useText()
  const language = useLanguage()
  const [parameters, changeAddress] = useAddress()
  const [adding, setAdding] = useState(false)
  const state: TerminalState | 'all' = terminalStates.find((one) => one === parameters.state) ?? 'all'
  const [search, setSearch] = useSearch()
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

  async function readAll(): Promise<TerminalEntry[] | null> {
    const rows: TerminalEntry[] = []
    try {
      for (let number = 1; ; number++) {
        const query = { ...asked, page: number, page_size: MOST_AT_ONCE }
        const { terminals, total } = await readCall(listTerminals, { query }, language)
        rows.push(...terminals)
        if (terminals.length === 0 || rows.length >= total) return rows
      }
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error
      reportFailure(error)
      return null
    }
  }

  return (
    <div className={styles.page}>
      <PageHead status={<LiveStatus updatedAtMs={answer.dataUpdatedAt} refreshMs={REFRESH_MS} />} />
      <form className={styles.filters} aria-label={t('analysis.filter.title')} data-no-print>
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
          <Button size="small" variant="primary" icon="plus" onClick={() => setAdding(true)}>
            {t('terminals.add')}
          </Button>
        }
      />
      {adding && <NewTerminalDialog onClose={() => setAdding(false)} />}
    </div>
  )
}

const sizes = [10, 20, 50, 100] as const

/** What is typed is shown at once and goes into the address when the typing rests. */
function useSearch(): readonly [string, (text: string) => void] {
  const [{ q = '' }, changeAddress] = useAddress()
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => {
      changeAddress({ q: typed.trim() === '' ? undefined : typed.trim(), page: undefined }, 'replace')
      setTyped(null)
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [typed, changeAddress])
  return [typed ?? q, setTyped]
}
