import { useState } from 'react'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import { idIn } from './ids-in-address'
import styles from './parameters.module.css'
import { type ChosenFridge, type FridgeChoices, fridgeFields, fridgeLabels } from './use-fridge'

const ALL = 'all'

export interface FridgeFilterProps {
  readonly chosen: ChosenFridge
  readonly choices: FridgeChoices
}

/** Which fridges are specified; they are searched for when that is chosen. */
export function FridgeFilter({ chosen, choices }: FridgeFilterProps) {
  const t = useText()
  const [, changeAddress] = useAddress()
  const [draft, setDraft] = useState(chosen)
  return (
    <form
      className={styles.filter}
      aria-label={t('analysis.filter.title')}
      data-no-print
      onSubmit={(event) => {
        event.preventDefault()
        changeAddress({
          ...Object.fromEntries(fridgeFields.map((list) => [list, draft[list]?.toString()])),
          page: undefined,
        })
      }}
    >
      {fridgeFields.map((list) => (
        <SelectField
          key={list}
          label={t(fridgeLabels[list])}
          value={draft[list]?.toString() ?? ALL}
          choices={[
            { value: ALL, label: t('parameters.any') },
            ...choices[list].map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
          onChange={(next) => setDraft({ ...draft, [list]: idIn(next ?? undefined) })}
        />
      ))}
      <Button type="submit" icon="search">
        {t('parameters.search')}
      </Button>
    </form>
  )
}
