import { listNoticeTypes, type NoticeRecordType, noticeRecordTypes } from '@coldkeep/contract/areas/notices'
import { departmentMap } from '@coldkeep/contract/areas/organisation'
import type { Translate } from '@coldkeep/phrases/keys'
import type { ReactNode } from 'react'
import { useCall } from '../../api/use-call'
import { DateRangeField } from '../../kit/field/DateRangeField'
import { SelectField } from '../../kit/field/SelectField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useForm } from '../../kit/form/use-form'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import { useText } from '../../kit/text'
import { isDay } from '../../parts/day-period'
import { findDepartments, pathText } from '../../parts/department-path'
import frame from '../../parts/page.module.css'

export interface RecordChoice {
  /** Path of departments, as the address has it; empty for all. */
  readonly dep: string
  readonly first: string
  readonly last: string
  readonly type: NoticeRecordType
}

type RecordDraft = { readonly [Key in keyof RecordChoice]: RecordChoice[Key] | null }

/** Both days and the type have to be chosen. */
export function faultsOfRecords({ first, last, type }: RecordDraft, t: Translate): FieldFaults {
  const dayFault = (day: string | null) => {
    if (day === null) return t('kit.field.required')
    return isDay(day) ? null : t('kit.field.notDate')
  }
  const isTurned = first !== null && isDay(first) && last !== null && last < first
  const faults = {
    type: type === null ? t('kit.field.required') : null,
    first: dayFault(first),
    last: dayFault(last) ?? (isTurned ? t('kit.field.beforeFirst', { limit: first }) : null),
  }
  return Object.fromEntries(
    Object.entries(faults).filter((fault): fault is [string, string] => fault[1] !== null),
  )
}

/** Organisation, days and type; what is chosen holds when Search is pressed. */
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
      { key: 'type', label: t('notices.record.typeTitle') },
      { key: 'first', label: t('kit.field.from') },
      { key: 'last', label: t('kit.field.to') },
    ],
    initial: choice,
    faultsOf: (values) => faultsOfRecords(values, t),
  })
  const { dep, first, last } = form.values
  const top = useCall(departmentMap, {}).data
  const types = useCall(listNoticeTypes, {}).data?.types ?? []
  const places = top
    ? findDepartments(top, '', Number.POSITIVE_INFINITY).map(({ path, names }) => ({
        value: pathText(path),
        label: names.length > 1 ? names.slice(1).join(' › ') : (names[0] ?? ''),
      }))
    : []
  return (
    <Form
      className={frame.filters}
      aria-label={t('analysis.filter.title')}
      // only what is whole comes here
      onSubmit={() => form.submit((values) => onSearch(values as RecordChoice))}
      data-no-print
    >
      <SelectField
        label={t('shell.words.organisation')}
        searchable
        loading={top === undefined}
        value={dep || (places[0]?.value ?? null)}
        choices={places}
        onChange={(next) => form.change({ dep: next ?? '' })}
      />
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
