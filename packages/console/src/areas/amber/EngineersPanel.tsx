import type { StoreId } from '@coldkeep/domain/ids'
import { useState } from 'react'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { AmberFilter } from './AmberFilter'
import styles from './amber.module.css'
import { choiceOf, departmentOf } from './amber-choice'
import { EngineerTable } from './EngineerTable'
import { RecordTable } from './RecordTable'
import { StoreTable } from './StoreTable'

/** Stores of a search; engineers and service records of the one that is chosen. */
export function EngineersPanel() {
  const t = useText()
  const [parameters, changeAddress] = useAddress()
  const [searches, setSearches] = useState(0)
  const choice = choiceOf(parameters)
  const departmentId = departmentOf(choice)
  const storeId = /^[1-9]\d{0,14}$/.test(parameters.store ?? '')
    ? (Number(parameters.store) as StoreId)
    : null
  const chosen = JSON.stringify([choice, searches])
  return (
    <div className={styles.columns}>
      <AmberFilter
        key={chosen}
        choice={choice}
        onSearch={(next) => {
          setSearches(searches + 1)
          changeAddress({ ...next, store: undefined, page: undefined })
        }}
      />
      <div className={frame.stack}>
        {departmentId === null ? (
          <StateView title={t('amber.beforeSearch')} minHeightPx={320} />
        ) : (
          <StoreTable
            key={chosen}
            choice={choice}
            departmentId={departmentId}
            storeId={storeId}
            onChoose={(id) => changeAddress({ store: String(id) })}
          />
        )}
        {departmentId !== null && storeId !== null && (
          <>
            <EngineerTable key={`engineers-${storeId}`} storeId={storeId} />
            <RecordTable key={`records-${storeId}-${chosen}`} storeId={storeId} choice={choice} />
          </>
        )}
      </div>
    </div>
  )
}
