import {
  getRepairCase,
  listRepairCases,
  listRepairEngineers,
  listRepairProgress,
  renewRepair,
} from '@coldkeep/contract/areas/repair'
import { useEffect, useState } from 'react'
import { useCall } from '../../api/use-call'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { LeaveDialog } from '../../kit/dialog/LeaveDialog'
import { SelectField } from '../../kit/field/SelectField'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useWhyNot } from '../../site/use-why-not'
import { useWaitingOf } from '../../site/waiting'
import { keptRenewals, renewedBy } from './kept-renewal'
import { NO_ASSIGNEE, type RepairEntry, renewalOf, renewRules } from './renew-form'
import styles from './repair.module.css'

export interface RenewFormProps {
  readonly of: RepairEntry
  /** Somebody else may have saved the case in the meantime; what was typed stays. */
  readonly onRefused: () => void
}

/** Progress, who looks after the case, cause and a note, which one button saves. */
export function RenewForm({ of, onRefused }: RenewFormProps) {
  const t = useText()
  const whyNot = useWhyNot()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const kept = keptRenewals(useWaitingOf(of.key))
  const form = useSendForm({
    ...renewRules(key, of, t),
    initial: renewedBy(of, kept),
    invalidates: [getRepairCase, listRepairCases],
    by: async (input) => {
      const { sendOrKeep } = await import('../../site/queue')
      // each goes on from the one before it
      const after = kept.at(-1)?.id ?? null
      return sendOrKeep({ id: key, kind: 'renewal', input, of: of.key, about: of.ticket, after })
    },
    onDone: ({ case: now }) => {
      showToast(t('repair.renewed', { ticket: now.ticket }))
      setKey(crypto.randomUUID())
      form.start(renewalOf(now))
    },
    onKept: () => {
      showToast(t('queue.kept'))
      setKey(crypto.randomUUID())
      form.change({ note: '' })
    },
  })
  // the case may be renewed elsewhere: by the button of its proposal, or by another person
  const [step, setStep] = useState(of.progress.id)
  if (step !== of.progress.id) {
    setStep(of.progress.id)
    if (!form.isDirty) form.start(renewalOf(of))
    else if (form.values.progressId === String(step)) form.change({ progressId: String(of.progress.id) })
  }
  const { isError } = form.sending
  useEffect(() => {
    if (isError) onRefused()
  }, [isError, onRefused])
  const steps = useCall(listRepairProgress, { query: { storeId: of.store.id } }).data?.progresses ?? []
  const engineers = useCall(listRepairEngineers, { query: { storeId: of.store.id } }).data?.engineers ?? []
  const known = engineers.map(({ id, name }) => ({ value: String(id), label: name }))
  const assigned = of.assignee
  const isListed = assigned === null || known.some(({ value }) => value === String(assigned.id))
  return (
    <Form className={styles.renew} onSubmit={form.submit} data-no-print>
      <SelectField
        {...form.field('progressId')}
        choices={[
          // a step that was taken away stays until another is chosen
          ...(steps.some(({ id }) => id === of.progress.id) ? [] : [of.progress]),
          ...steps,
        ].map(({ id, title }) => ({ value: String(id), label: title }))}
        onChange={(next) => next !== null && form.change({ progressId: next })}
      />
      <SelectField
        {...form.field('assigneeId')}
        searchable
        choices={[
          { value: NO_ASSIGNEE, label: t('repair.nobody') },
          ...known,
          ...(isListed ? [] : [{ value: String(assigned.id), label: assigned.name }]),
        ]}
        onChange={(next) => form.change({ assigneeId: next ?? NO_ASSIGNEE })}
      />
      <TextAreaField {...form.field('cause')} rows={2} />
      <TextAreaField {...form.field('note')} rows={2} />
      <div className={frame.buttons}>
        <SubmitButton missing={whyNot(renewRepair) ?? form.missing} busy={form.sending.isPending}>
          {t('repair.renew')}
        </SubmitButton>
      </div>
      <LeaveDialog isUnsaved={form.isDirty} />
    </Form>
  )
}
