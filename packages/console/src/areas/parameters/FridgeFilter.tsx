import type { FridgeEntryId } from '@coldkeep/domain/ids'
import { type FridgeList, fridgeLists } from '@coldkeep/domain/organisation/fridge-list'
import { useState } from 'react'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'

const ALL = 'all'
const labels = {
  brand: 'equipment.fridgeBrand',
  type: 'equipment.fridgeType',
  location: 'equipment.fridgeLocation',
} as const

export interface FridgeFilterProps {
  readonly chosen: Readonly<Record<FridgeList, FridgeEntryId | null>>
  readonly choices: Readonly<
    Record<FridgeList, readonly { readonly id: FridgeEntryId; readonly title: string }[]>
  >
}

/** Which fridges are specified; they are searched for when that is chosen. */
export function FridgeFilter({ chosen, choices }: FridgeFilterProps) {
  const t = useText()
  const [, changeAddress] = useAddress()
  const [draft, setDraft] = useState(chosen)
  const search = () =>
    changeAddress({
      ...Object.fromEntries(fridgeLists.map((list) => [list, draft[list]?.toString()])),
      page: undefined,
    })
  return (
    <form
      className={frame.stack}
      aria-label={t('analysis.filter.title')}
      data-no-print
      onSubmit={(event) => {
        event.preventDefault()
        search()
      }}
    >
      <div className={frame.filters}>
        {(['brand', 'type', 'location'] as const).map((list) => (
          <SelectField
            key={list}
            label={t(labels[list])}
            value={draft[list]?.toString() ?? ALL}
            choices={[
              { value: ALL, label: t('parameters.any') },
              ...choices[list].map(({ id, title }) => ({ value: String(id), label: title })),
            ]}
            onChange={(next) =>
              setDraft({
                ...draft,
                [list]: next === null || next === ALL ? null : (Number(next) as FridgeEntryId),
              })
            }
          />
        ))}
      </div>
      <div className={frame.buttons}>
        <Button type="submit" variant="primary" icon="search">
          {t('parameters.search')}
        </Button>
      </div>
    </form>
  )
}
