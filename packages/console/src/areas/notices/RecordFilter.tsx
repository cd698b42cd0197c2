import { listNoticeTypes, type NoticeRecordType, noticeRecordTypes } from '@coldkeep/contract/areas/notices'
import type { Translate } from '@coldkeep/phrases/keys'
import type { ReactNode } from 'react'
import { useCall } from '../../api/use-call'
import { ClockField } from '../../kit/field/ClockField'
import { DateRangeField } from '../../kit/field/DateRangeField'
import { SelectField } from '../../kit/field/SelectField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useForm } from '../../kit/form/use-form'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import { useText } from '../../kit/text'
import { PlaceSelect } from '../../parts/PlaceSelect'
import frame from '../../parts/page.module.css'
import { faultsOfTimes, type TimesChoice, type TimesDraft, writtenOut } from '../../parts/times-choice'

export interface RecordChoice extends TimesChoice {
  /** Path of departments, as the address has it; empty for all. */
  readonly dep: string
  readonly type: NoticeRecordType
}

interface RecordDraft extends TimesDraft {
  readonly dep: string
  readonly type: NoticeRecordType | null
}

/** Both days, their times and the type have to be chosen. */
export function faultsOfRecords(draft: RecordDraft, t: Translate): FieldFaults {
  return { ...(draft.type === null && { type: t('kit.field.required') }), ...faultsOfTimes(draft, t) }
}

/** Organisation, first and last time, and type; what is chosen holds when Search is pressed. */
export function RecordFilter({
  choice,
  onSearch,
  children,
}: {
  choice: RecordChoice
  onSearch: (choice: RecordChoice) => void
  children: ReactNode
}) {
  const t = useText()
  const form = useForm<RecordDraft>({
    parts: [
      { key: 'type', label: t('notices.record.typeTitle'), kind: 'choice' },
      { key: 'first', label: t('kit.field.from'), kind: 'day' },
      { key: 'firstTime', label: t('notices.record.fromTime') },
      { key: 'last', label: t('kit.field.to'), kind: 'day' },
      { key: 'lastTime', label: t('notices.record.toTime') },
    ],
    initial: choice,
    faultsOf: (values) => faultsOfRecords(values, t),
  })
  const { dep, first, last } = form.values
  const types = useCall(listNoticeTypes, {}).data?.types ?? []
  return (
    <Form
      className={frame.filters}
      aria-label={t('analysis.filter.title')}
      // only what is whole comes here
      onSubmit={() => form.submit((values) => onSearch(writtenOut(values as RecordChoice)))}
      data-no-print
    >
      <PlaceSelect value={dep} onChange={(next) => form.change({ dep: next })} />
      <SelectField
        {...form.field('type')}
        choices={types.map(({ typeCode, title }) => ({ value: typeCode, label: title }))}
        onChange={(type) => form.change({ type: noticeRecordTypes.find((one) => one === type) ?? null })}
      />
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
      <div className={frame.buttons}>
        <SubmitButton missing={form.missing} busy={false}>
          {t('notices.record.search')}
        </SubmitButton>
        {children}
      </div>
    </Form>
  )
}
