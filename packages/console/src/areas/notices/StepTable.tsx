import {
  addNoticeSteps,
  changeNoticeSteps,
  listNoticeSteps,
  listNoticeTargets,
  type NoticeStep,
  type NoticeStepDraft,
  removeNoticeStep,
} from '@coldkeep/contract/areas/notices'
import type { Answer } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { type EditorField, servedChoices } from '../../archetypes/editor/editor-field'
import { rowCall } from '../../archetypes/editor/row-call'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'

const rowsOf = ({ steps }: { readonly steps: readonly NoticeStep[] }) => steps
const create = rowCall(addNoticeSteps, (steps: readonly NoticeStepDraft[]) => ({
  body: { steps: [...steps] },
}))
const update = rowCall(changeNoticeSteps, ({ id, revision }: NoticeStep, draft: NoticeStepDraft) => ({
  body: { steps: [{ ...draft, id, revision }] },
}))
const remove = rowCall(removeNoticeStep, ({ id, revision }: NoticeStep) => ({ query: { id, revision } }))
const blank = { target: null, step: 1, afterMinutes: 15, next: null }

const namesOf = ({ targets }: Answer<typeof listNoticeTargets>) =>
  targets.map(({ id, name }) => ({ value: String(id), label: name }))
const targets = servedChoices<NoticeStepDraft, typeof listNoticeTargets>(
  listNoticeTargets,
  () => ({}),
  namesOf,
)

export const fields = (t: Translate): readonly EditorField<NoticeStepDraft>[] => [
  { key: 'target', label: t('notices.first'), kind: 'choice', choices: targets },
  { key: 'step', label: t('notices.step'), kind: 'number' },
  { key: 'afterMinutes', label: t('notices.after'), kind: 'number', unit: 'min' },
  { key: 'next', label: t('notices.next'), kind: 'choice', choices: targets },
]

const columns = (t: Translate): readonly Column<NoticeStep>[] => [
  { key: 'target', title: t('notices.first'), kind: 'text', value: (row) => row.targetName },
  { key: 'step', title: t('notices.step'), kind: 'number', value: (row) => row.step },
  { key: 'after', title: t('notices.after'), kind: 'number', unit: 'min', value: (row) => row.afterMinutes },
  { key: 'next', title: t('notices.next'), kind: 'text', value: (row) => row.nextName },
]

/** Who is notified next while an alarm is not acknowledged. */
export function StepTable() {
  const t = useText()
  return (
    <TableEditor<typeof listNoticeSteps, NoticeStepDraft, NoticeStep>
      title={t('notices.steps')}
      tableKey="notice-steps"
      name="t2"
      list={{ call: listNoticeSteps, rowsOf }}
      rowKey={({ id }) => id}
      nameOf={(row) => `${row.targetName} → ${row.nextName}`}
      writes={{ create, update, remove }}
      columns={columns}
      form={{
        fields,
        blank,
        check: ({ target, next }, words): Record<string, string> =>
          target !== null && target === next ? { next: words('notices.stepSelf') } : {},
      }}
      emptyTitle={t('notices.noSteps')}
    />
  )
}
