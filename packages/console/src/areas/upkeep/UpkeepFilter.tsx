import { departmentMap } from '@coldkeep/contract/areas/organisation'
import { useId, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useText } from '../../kit/text'
import type { DepartmentPath } from '../../parts/department-path'
import { OrgCascade } from '../../parts/OrgCascade'
import frame from '../../parts/page.module.css'

export interface UpkeepFilterProps {
  /** What was searched for last; empty: nothing yet. */
  readonly path: DepartmentPath
  readonly onSearch: (path: DepartmentPath) => void
}

/** Chooses the organisation whose plans are listed; it holds when Search is pressed. */
export function UpkeepFilter({ path, onSearch }: UpkeepFilterProps) {
  const t = useText()
  const heading = useId()
  const [chosen, setChosen] = useState(path)
  const [isPressed, setPressed] = useState(false)
  const top = useCall(departmentMap, {}).data
  const missing = chosen.length === 0 ? t('upkeep.chooseFirst') : null
  return (
    <Form
      className={frame.card}
      aria-labelledby={heading}
      onSubmit={() => {
        setPressed(true)
        if (missing === null) onSearch(chosen)
      }}
      data-no-print
    >
      <h2 id={heading}>{t('shell.words.organisation')}</h2>
      <div className={frame.stack}>
        <OrgCascade
          top={top}
          path={chosen}
          error={isPressed && missing !== null ? t('kit.field.required') : null}
          onChange={setChosen}
        />
      </div>
      <SubmitButton missing={missing} busy={false} fullWidth>
        {t('shell.words.search')}
      </SubmitButton>
    </Form>
  )
}
