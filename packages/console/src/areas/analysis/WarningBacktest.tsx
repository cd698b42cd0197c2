import { warningsOfRow } from '@coldkeep/contract/areas/health'
import type { WireTable } from '@coldkeep/contract/wire/table'
import { useCallback } from 'react'
import { Button } from '../../kit/Button'
import { useText } from '../../kit/text'
import { ServedTable } from '../../parts/ServedTable'
import { type ServedRow, servedRowKey } from '../../parts/served-table'
import { useAddress } from '../../parts/use-address'
import { paths } from '../../site/paths'
import styles from './analysis.module.css'
import { listedParameters, type WarningList } from './warning-list'

const TABLE = 't2'
/** Columns of counts, and the outcome that each counts. */
const counted = { 2: undefined, 3: 'came_true', 4: 'false', 5: 'undecided' } as const

export interface WarningBacktestProps {
  readonly table: WireTable
  readonly listed: WarningList
  readonly isRefreshing: boolean
}

/** What became of warnings by rule and device model; each number leads to the list of its warnings, below. */
export function WarningBacktest({ table, listed, isRefreshing }: WarningBacktestProps) {
  const t = useText()
  const [parameters, changeAddress] = useAddress()
  const address = JSON.stringify(parameters)
  const hrefOf = useCallback(
    (row: ServedRow, column: number) => {
      const of = warningsOfRow(servedRowKey(row))
      if (of === null || !(column in counted) || row.value[column] === 0) return null
      const outcome = counted[column as keyof typeof counted]
      return paths.withSearch(paths.earlyWarnings, {
        ...(JSON.parse(address) as Record<string, string>),
        ...listedParameters({ ...of, outcome }),
      })
    },
    [address],
  )
  const chosen = table.data.find(
    (row) => servedRowKey(row) === `${listed.kind ?? ''}/${listed.deviceModelId ?? 'all'}`,
  )
  const column = Object.entries(counted).find(([, outcome]) => outcome === listed.outcome)?.[0]
  const what = [
    ...(chosen?.value.slice(0, 2) ?? []),
    ...(listed.outcome === undefined || column === undefined ? [] : [table.header[Number(column)]?.value]),
  ]
  const isNarrowed = Object.values(listed).some((value) => value !== undefined)
  return (
    <>
      <ServedTable
        table={table}
        name={TABLE}
        tableKey="early-warnings-backtest"
        hrefOf={hrefOf}
        state={isRefreshing ? 'refreshing' : 'ready'}
      />
      <p className={styles.backtestNote}>{t('handling.backtest.note')}</p>
      {isNarrowed && (
        <p className={styles.narrowed} role="status">
          {t('handling.backtest.only', { what: what.join(' · ') })}
          <Button size="small" onClick={() => changeAddress(listedParameters({}))}>
            {t('handling.backtest.showAll')}
          </Button>
        </p>
      )}
    </>
  )
}
