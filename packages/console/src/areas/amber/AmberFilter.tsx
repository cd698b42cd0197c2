import { departmentMap } from '@coldkeep/contract/areas/organisation'
import type { Translate } from '@coldkeep/phrases/keys'
import { useCall } from '../../api/use-call'
import { ClockField } from '../../kit/field/ClockField'
import { DateRangeField } from '../../kit/field/DateRangeField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useForm } from '../../kit/form/use-form'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import { useText } from '../../kit/text'
import { pathOf, pathText } from '../../parts/department-path'
import { OrgCascade } from '../../parts/OrgCascade'
import frame from '../../parts/page.module.css'
import { faultsOfTimes, type TimesDraft, writtenOut } from '../../parts/times-choice'
import type { AmberChoice } from './amber-choice'

interface AmberDraft extends TimesDraft {
  readonly dep: string
}

export interface AmberFilterProps {
  readonly choice: AmberChoice
  readonly onSearch: (choice: AmberChoice) => void
}

function faultsOf(draft: AmberDraft, t: Translate): FieldFaults {
  return { ...(draft.dep === '' && { dep: t('kit.field.required') }), ...faultsOfTimes(draft, t) }
}

/** Department, first and last time, all of them required; what is chosen holds when Search is pressed. */
export function AmberFilter({ choice, onSearch }: AmberFilterProps) {
  const t = useText()
  const top = useCall(departmentMap, {}).data
  const form = useForm<AmberDraft>({
    parts: [
      { key: 'dep', label: t('amber.department'), kind: 'choice' },
      { key: 'first', label: t('kit.field.from'), kind: 'day' },
      { key: 'firstTime', label: t('amber.fromTime') },
      { key: 'last', label: t('kit.field.to'), kind: 'day' },
      { key: 'lastTime', label: t('amber.toTime') },
    ],
    initial: choice,
    faultsOf: (values) => faultsOf(values, t),
  })
  const { dep, first, last } = form.values
  const department = form.field('dep')
  return (
    <Form
      className={frame.card}
      aria-label={t('analysis.filter.title')}
      // only what is whole comes here
      onSubmit={() => form.submit((values) => onSearch(writtenOut(values as AmberChoice)))}
      data-no-print
    >
      <div className={frame.stack}>
        <OrgCascade
          top={top}
          path={pathOf(dep)}
          error={department.error}
          onBlur={department.onBlur}
          onChange={(path) => form.change({ dep: pathText(path) })}
        />
        <DateRangeField
          label={t('amber.period')}
          first={form.field('first')}
          last={form.field('last')}
          value={{ first, last }}
          onChange={form.change}
          times={{
            first: <ClockField {...form.field('firstTime')} />,
            last: <ClockField {...form.field('lastTime')} />,
          }}
        />
      </div>
      <SubmitButton missing={form.missing} busy={false} fullWidth>
        {t('amber.search')}
      </SubmitButton>
    </Form>
  )
}
