import { listStores } from '@coldkeep/contract/areas/organisation'
import { useCall } from '../../api/use-call'
import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import { pathOf } from '../../parts/department-path'
import frame from '../../parts/page.module.css'
import { StorePicker } from '../../parts/StorePicker'
import { usePlaceChoices } from '../../parts/use-place-choices'
import type { BulletinDraft } from './bulletin-draft'

export interface DraftPartProps {
  readonly draft: BulletinDraft
  readonly onChange: (patch: Partial<BulletinDraft>) => void
}

export interface ZonedPartProps extends DraftPartProps {
  /** The clocks of the stores. */
  readonly zones: readonly string[]
}

const noExceptions = { exceptStores: new Set<never>(), exceptPeople: new Set<never>() }

/** Whose stores a message is for: both are chosen, nothing is by itself. */
export function PlaceStep({ draft, onChange }: DraftPartProps) {
  const t = useText()
  const { places, isLoading } = usePlaceChoices()
  const { departmentId, storeId } = draft
  const stores = useCall(listStores, departmentId === null ? null : { query: { departmentId } }).data
  return (
    <div className={frame.choices}>
      <SelectField
        label={t('shell.words.organisation')}
        required
        searchable
        loading={isLoading}
        value={draft.dep || null}
        choices={places}
        onChange={(next) => {
          const dep = next ?? ''
          onChange({ dep, departmentId: pathOf(dep).at(-1) ?? null, storeId: null, ...noExceptions })
        }}
      />
      <StorePicker
        required
        stores={stores}
        hasDepartment={departmentId !== null}
        value={storeId}
        onChange={(next) => onChange({ storeId: next, ...noExceptions })}
      />
    </div>
  )
}
