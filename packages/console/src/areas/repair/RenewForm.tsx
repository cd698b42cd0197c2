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
import { KeptNote } from '../../parts/KeptNote'
import frame from '../../parts/page.module.css'
import { isUnkept, whyUnkept } from '../../site/not-kept'
import { useWhyNot } from '../../site/use-why-not'
import { KeptRenewals } from './KeptRenewals'
import { valuesOf } from './kept-renewal'
import {
  followedBy,
  isSameRenewal,
  NO_ASSIGNEE,
  placeOf,
  type RepairEntry,
  renewalOf,
  renewRules,
} from './renew-form'
import styles from './repair.module.css'
import { useRenewals } from './use-renewals'

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
  const { renewed, sendBy } = useRenewals(of, key)
  const [started, setStarted] = useState(renewed)
  const form = useSendForm({
    ...renewRules(key, of, started, t),
    initial: started,
    invalidates: [getRepairCase, listRepairCases],
    by: sendBy,
    onDone: ({ case: now }) => {
      showToast(t('repair.renewed', { ticket: now.ticket }))
      setKey(crypto.randomUUID())
      form.start(renewalOf(now))
    },
    isWorded: isUnkept,
    onKept: () => {
      showToast(t('queue.kept'))
      setKey(crypto.randomUUID())
      form.change({ note: '' })
    },
  })
  // the case may be renewed elsewhere: by the buttons of its proposal and of its next step, or by another person
  if (!isSameRenewal(started, renewed)) {
    setStarted(renewed)
    form.merge((values) => followedBy(values, started, renewed))
  }
  const { isError } = form.sending
  useEffect(() => {
    if (isError) onRefused()
  }, [isError, onRefused])
  const steps = useCall(listRepairProgress, { query: { storeId: of.store.id } }).data?.progresses ?? []
  const engineers = useCall(listRepairEngineers, { query: placeOf(of) }).data?.engineers ?? []
  const known = engineers.map(({ id, name }) => ({ value: String(id), label: name }))
  const assigned = of.assignee
  const isUnseen = assigned !== null && !assigned.seesCase
  const isListed = assigned === null || known.some(({ value }) => value === String(assigned.id))
  return (
    <>
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
          help={isUnseen ? t('repair.unseenBy', { name: assigned.name }) : undefined}
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
        <KeptNote unkept={whyUnkept(form.sending.error)} refusals={[]} />
        <LeaveDialog isUnsaved={form.isDirty} />
      </Form>
      <KeptRenewals
        of={of}
        isTyping={form.isDirty}
        onCorrect={(requests) => form.change(valuesOf(of, requests))}
      />
    </>
  )
}
