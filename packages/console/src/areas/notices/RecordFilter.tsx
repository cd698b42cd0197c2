import { listNoticeTypes, type NoticeRecordType, noticeRecordTypes } from '@coldkeep/contract/areas/notices'
import { departmentMap } from '@coldkeep/contract/areas/organisation'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { DateRangeField } from '../../kit/field/DateRangeField'
import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import { findDepartments, pathText } from '../../parts/department-path'
import frame from '../../parts/page.module.css'

export interface RecordChoice {
  /** Path of departments, as the address has it; empty for all. */
  readonly dep: string
  readonly first: string
  readonly last: string
  readonly type: NoticeRecordType
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
  const [draft, setDraft] = useState<{ [Key in keyof RecordChoice]: RecordChoice[Key] | null }>(choice)
  const top = useCall(departmentMap, {}).data
  const types = useCall(listNoticeTypes, {}).data?.types ?? []
  const places = top
    ? findDepartments(top, '', Number.POSITIVE_INFINITY).map(({ path, names }) => ({
        value: pathText(path),
        label: names.length > 1 ? names.slice(1).join(' › ') : (names[0] ?? ''),
      }))
    : []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { dep, first, last, type } = draft
    if (first === null || last === null || type === null) return
    onSearch({ dep: dep ?? '', first, last, type })
  }
  return (
    <form className={frame.filters} aria-label={t('analysis.filter.title')} onSubmit={submit} data-no-print>
      <SelectField
        label={t('shell.words.organisation')}
        searchable
        loading={top === undefined}
        value={draft.dep || (places[0]?.value ?? null)}
        choices={places}
        onChange={(dep) => setDraft({ ...draft, dep })}
      />
      <SelectField
        label={t('notices.record.typeTitle')}
        value={draft.type}
        choices={types.map(({ typeCode, title }) => ({ value: typeCode, label: title }))}
        onChange={(type) =>
          setDraft({ ...draft, type: noticeRecordTypes.find((one) => one === type) ?? null })
        }
      />
      <DateRangeField
        label={t('notices.record.period')}
        required
        value={{ first: draft.first, last: draft.last }}
        onChange={(days) => setDraft({ ...draft, ...days })}
      />
      <div className={frame.buttons}>
        <Button
          type="submit"
          variant="primary"
          disabledReason={draft.first === null || draft.last === null ? t('notices.record.needPeriod') : null}
        >
          {t('notices.record.search')}
        </Button>
        {children}
      </div>
    </form>
  )
}
