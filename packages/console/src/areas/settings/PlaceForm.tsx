import { departmentMap, listStores } from '@coldkeep/contract/areas/organisation'
import { type FormEvent, useId } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { useText } from '../../kit/text'
import { OrgCascade } from '../../parts/OrgCascade'
import frame from '../../parts/page.module.css'
import { StorePicker } from '../../parts/StorePicker'
import styles from './settings.module.css'
import { departmentOf, type SettingChoice } from './use-setting-place'

export interface PlaceFormProps {
  readonly choice: SettingChoice
  readonly onChange: (choice: SettingChoice) => void
  readonly isReading: boolean
  /** Why nothing can be read without a department, in words; `null` where that is what holds for everyone. */
  readonly needsDepartment: string | null
  readonly title: string
  readonly note: string
  readonly onRead: () => void
}

/** Chooses a department, or one of its stores, of which settings are read. */
export function PlaceForm({
  choice,
  onChange,
  isReading,
  needsDepartment,
  title,
  note,
  onRead,
}: PlaceFormProps) {
  const t = useText()
  const heading = useId()
  const department = departmentOf(choice)
  const missing = department === null ? needsDepartment : null
  const top = useCall(departmentMap, {}).data
  const stores = useCall(
    listStores,
    department === null ? null : { query: { departmentId: department } },
  ).data
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (missing === null) onRead()
  }
  return (
    <form className={frame.card} aria-labelledby={heading} onSubmit={submit} data-no-print>
      <h2 id={heading}>{title}</h2>
      <p className={frame.note}>{note}</p>
      <div className={styles.fields}>
        <OrgCascade
          top={top}
          path={choice.path}
          required={needsDepartment !== null}
          onChange={(path) => onChange({ path, storeId: null })}
        />
        <StorePicker
          stores={stores}
          hasDepartment={department !== null}
          value={choice.storeId ?? (department === null ? null : 'all')}
          onChange={(next) => onChange({ ...choice, storeId: next === 'all' ? null : next })}
        />
      </div>
      <Button type="submit" fullWidth loading={isReading} disabledReason={missing}>
        {t('shell.words.read')}
      </Button>
    </form>
  )
}
