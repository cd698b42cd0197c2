import { ANY_FIRMWARE, listTerminals } from '@coldkeep/contract/areas/terminals'
import { isTerminalId } from '@coldkeep/domain/ids'
import { useCall } from '../../api/use-call'
import { SelectField } from '../../kit/field/SelectField'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import { useChoiceSearch, withChosen } from '../../parts/use-choice-search'
import styles from './equipment.module.css'
import { PortTable } from './PortTable'

const MOST_FOUND = 50

/** The ports of a terminal, which is found by its id or its store. */
export function PortPanel() {
  const t = useText()
  const [{ terminal = '' }, changeAddress] = useAddress()
  const { search, onSearchIn } = useChoiceSearch()
  const found = useCall(
    listTerminals,
    {
      query: {
        ...ANY_FIRMWARE,
        departmentId: null,
        storeId: null,
        state: 'all',
        search,
        page: 1,
        pageSize: MOST_FOUND,
      },
    },
    { keepsPrevious: true },
  )
  const id = isTerminalId(terminal) ? terminal : null
  const choices = withChosen(
    (found.data?.terminals ?? []).map((one) => ({
      value: one.id,
      label: `${one.id} · ${one.store.code} ${one.store.name}`,
    })),
    id,
  ).map(({ value, label }) => ({ value: String(value), label }))
  return (
    <div className={styles.panel}>
      <div className={styles.finder}>
        <SelectField
          label={t('terminals.id')}
          help={t('equipment.ports.find')}
          value={id}
          choices={choices}
          onSearch={onSearchIn(choices)}
          loading={found.isLoading}
          onChange={(next) => changeAddress({ terminal: next ?? undefined })}
        />
      </div>
      {id === null ? (
        <StateView icon="search" title={t('equipment.ports.choose')} />
      ) : (
        <PortTable key={id} terminal={id} />
      )}
    </div>
  )
}
