import { breachFilters } from '@coldkeep/contract/areas/corrections'
import { DateRangeField } from '../../kit/field/DateRangeField'
import { SelectField } from '../../kit/field/SelectField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useForm } from '../../kit/form/use-form'
import { useText } from '../../kit/text'
import { PlaceSelect } from '../../parts/PlaceSelect'
import frame from '../../parts/page.module.css'
import { faultsOfTimes } from '../../parts/times-choice'
import type { CorrectionChoice } from './correction-choice'

type CorrectionDraft = Omit<CorrectionChoice, 'first' | 'last'> & {
  readonly first: string | null
  readonly last: string | null
}

export interface CorrectionFilterProps {
  readonly choice: CorrectionChoice
  readonly onSearch: (choice: CorrectionChoice) => void
}

/** Organisation, and which breaches; what is chosen holds when Search is pressed. */
export function CorrectionFilter({ choice, onSearch }: CorrectionFilterProps) {
  const t = useText()
  const form = useForm<CorrectionDraft>({
    parts: [
      { key: 'first', label: t('kit.field.from'), kind: 'day' },
      { key: 'last', label: t('kit.field.to'), kind: 'day' },
    ],
    initial: choice,
    faultsOf: ({ show, first, last }) =>
      show === 'period' ? faultsOfTimes({ first, last, firstTime: '00:00', lastTime: '23:59' }, t) : {},
  })
  const { dep, show, first, last } = form.values
  return (
    <Form
      className={frame.filters}
      aria-label={t('analysis.filter.title')}
      // only what is whole comes here
      onSubmit={() => form.submit((values) => onSearch(values as CorrectionChoice))}
      data-no-print
    >
      <PlaceSelect value={dep} onChange={(next) => form.change({ dep: next })} />
      <SelectField
        label={t('corrections.show')}
        value={show}
        choices={breachFilters.map((value) => ({ value, label: t(`corrections.shown.${value}`) }))}
        onChange={(next) => form.change({ show: breachFilters.find((one) => one === next) ?? 'open' })}
      />
      {show === 'period' && (
        <DateRangeField
          label={t('notices.record.period')}
          first={form.field('first')}
          last={form.field('last')}
          value={{ first, last }}
          onChange={form.change}
        />
      )}
      <div className={frame.buttons}>
        <SubmitButton missing={form.missing} busy={false}>
          {t('notices.record.search')}
        </SubmitButton>
      </div>
    </Form>
  )
}
