import { listRepairProgress, repairOwners } from '@coldkeep/contract/areas/repair'
import { closeProposals } from '@coldkeep/contract/areas/repair-insight'
import type { ReactNode } from 'react'
import { useCall } from '../../api/use-call'
import { ClockField } from '../../kit/field/ClockField'
import { DateRangeField } from '../../kit/field/DateRangeField'
import { SelectField } from '../../kit/field/SelectField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useForm } from '../../kit/form/use-form'
import { useText } from '../../kit/text'
import { PlaceSelect } from '../../parts/PlaceSelect'
import frame from '../../parts/page.module.css'
import { faultsOfTimes, type TimesDraft, writtenOut } from '../../parts/times-choice'
import { type RepairChoice, shownCases } from './repair-choice'

type RepairDraft = Omit<RepairChoice, keyof TimesDraft> & TimesDraft

export interface RepairFilterProps {
  readonly choice: RepairChoice
  readonly onSearch: (choice: RepairChoice) => void
  /** Further buttons. */
  readonly children: ReactNode
}

/** Organisation, open cases or those of a period, progress, and whose; what is chosen holds when Search is pressed. */
export function RepairFilter({ choice, onSearch, children }: RepairFilterProps) {
  const t = useText()
  const form = useForm<RepairDraft>({
    parts: [
      { key: 'first', label: t('kit.field.from'), kind: 'day' },
      { key: 'firstTime', label: t('notices.record.fromTime') },
      { key: 'last', label: t('kit.field.to'), kind: 'day' },
      { key: 'lastTime', label: t('notices.record.toTime') },
    ],
    initial: choice,
    faultsOf: (values) => (values.show === 'period' ? faultsOfTimes(values, t) : {}),
  })
  const { dep, show, progress, owner, proposal, first, last } = form.values
  const steps = useCall(listRepairProgress, { query: {} }).data?.progresses ?? []
  return (
    <Form
      className={frame.filters}
      aria-label={t('analysis.filter.title')}
      // only what is whole comes here
      onSubmit={() => form.submit((values) => onSearch(writtenOut(values as RepairChoice)))}
      data-no-print
    >
      <PlaceSelect value={dep} onChange={(next) => form.change({ dep: next })} />
      <SelectField
        label={t('repair.show')}
        value={show}
        choices={shownCases.map((value) => ({ value, label: t(`repair.${value}`) }))}
        onChange={(next) => form.change({ show: next === 'period' ? 'period' : 'open' })}
      />
      {show === 'period' && (
        <DateRangeField
          label={t('notices.record.period')}
          first={form.field('first')}
          last={form.field('last')}
          value={{ first, last }}
          onChange={form.change}
          times={{
            first: <ClockField {...form.field('firstTime')} />,
            last: <ClockField {...form.field('lastTime')} />,
          }}
        />
      )}
      <SelectField
        label={t('repair.progress')}
        value={progress}
        choices={[
          { value: 'all', label: t('repair.anyStep') },
          ...steps.map(({ id, title }) => ({ value: String(id), label: title })),
        ]}
        onChange={(next) => form.change({ progress: next ?? 'all' })}
      />
      <SelectField
        label={t('repair.owner')}
        value={owner}
        choices={repairOwners.map((value) => ({ value, label: t(`repair.${value}`) }))}
        onChange={(next) => form.change({ owner: next === 'mine' ? 'mine' : 'all' })}
      />
      {show === 'open' && (
        <SelectField
          label={t('repair.proposal.show')}
          value={proposal}
          choices={closeProposals.map((value) => ({
            value,
            label: t(value === 'all' ? 'repair.anyStep' : 'repair.proposal.proposed'),
          }))}
          onChange={(next) => form.change({ proposal: next === 'proposed' ? 'proposed' : 'all' })}
        />
      )}
      <div className={frame.buttons}>
        <SubmitButton missing={form.missing} busy={false}>
          {t('notices.record.search')}
        </SubmitButton>
        {children}
      </div>
    </Form>
  )
}
