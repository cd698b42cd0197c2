import { listUpkeepPlans, type UpkeepPlanRow } from '@coldkeep/contract/areas/upkeep-plans'
import { listUpkeepRecords } from '@coldkeep/contract/areas/upkeep-records'
import { upkeepResults } from '@coldkeep/domain/upkeep/upkeep-record'
import { useState } from 'react'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { CheckField } from '../../kit/field/CheckField'
import { ClockField } from '../../kit/field/ClockField'
import { DateField } from '../../kit/field/DateField'
import { RadioField } from '../../kit/field/RadioField'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { blankCompletion, completionRules } from './complete-form'
import styles from './upkeep.module.css'

export interface CompleteDialogProps {
  readonly plan: UpkeepPlanRow
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Records that the work of a plan was done: when, what came of it, and which of its tasks. */
export function CompleteDialog({ plan, onDone, onClose }: CompleteDialogProps) {
  const t = useText()
  const [id] = useState(() => crypto.randomUUID())
  const [initial] = useState(() => blankCompletion(plan, new Date()))
  const form = useSendForm({
    ...completionRules(plan, id, t),
    initial,
    invalidates: [listUpkeepPlans, listUpkeepRecords],
    onDone: () => {
      showToast(t('upkeep.complete.done'))
      onDone()
    },
  })
  const { isDone } = form.values
  return (
    <FormModal
      opened
      title={t('upkeep.complete.title', { item: plan.item })}
      submitLabel={t('upkeep.complete.do')}
      widthPx={560}
      {...form.window}
      onClose={onClose}
    >
      <p className={frame.note}>
        {t('upkeep.complete.of', { store: `${plan.storeCode} ${plan.storeName}`, day: plan.dueOn })}
      </p>
      {plan.tasks.length > 0 && (
        <fieldset className={styles.tasks}>
          <legend>{t('upkeep.tasks')}</legend>
          {plan.tasks.map((task, index) => (
            <CheckField
              // biome-ignore lint/suspicious/noArrayIndexKey: a task is its place in the list
              key={index}
              label={task}
              checked={isDone[index] ?? false}
              onChange={(checked) =>
                form.change({ isDone: isDone.map((before, at) => (at === index ? checked : before)) })
              }
            />
          ))}
        </fieldset>
      )}
      <RadioField
        {...form.field('result')}
        choices={upkeepResults.map((result) => ({
          value: result,
          label: t(`upkeep.complete.results.${result}`),
        }))}
        onChange={(next) => form.change({ result: upkeepResults.find((one) => one === next) ?? null })}
      />
      <div className={styles.doneWhen}>
        <DateField {...form.field('doneOn')} />
        <ClockField {...form.field('doneTime')} />
      </div>
      <TextAreaField {...form.field('note')} />
    </FormModal>
  )
}
