import { getMostPhotos } from '@coldkeep/contract/areas/photos'
import { listUpkeepPlans, type UpkeepPlanRow } from '@coldkeep/contract/areas/upkeep-plans'
import {
  type completeUpkeep,
  listUpkeepRecords,
  type UpkeepRecord,
} from '@coldkeep/contract/areas/upkeep-records'
import { upkeepResults } from '@coldkeep/domain/upkeep/upkeep-record'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { CheckField } from '../../kit/field/CheckField'
import { ClockField } from '../../kit/field/ClockField'
import { DateField } from '../../kit/field/DateField'
import { RadioField } from '../../kit/field/RadioField'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { PhotoTiles } from '../../kit/photo/PhotoTiles'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { KeptNote } from '../../parts/KeptNote'
import frame from '../../parts/page.module.css'
import { type OutgoingPhoto, outgoingPhoto, requestOfPhoto } from '../../parts/photo-outbox'
import { addedTile } from '../../parts/SubjectPhotos'
import { isUnkept, whyUnkept } from '../../site/not-kept'
import { sendOrKeep } from '../../site/queue'
import { useLeft } from '../../site/use-left'
import { blankCompletion, type Completion, completionRules, planKey } from './complete-form'
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
  const most = useCall(getMostPhotos, {}).data?.mostPhotos ?? 0
  const about = `${plan.storeCode} ${plan.item}`
  const left = useLeft()
  const form = useSendForm<typeof completeUpkeep, Completion>({
    ...completionRules(plan, id, t),
    initial,
    invalidates: [listUpkeepPlans, listUpkeepRecords],
    by: (input): Promise<UpkeepRecord | null> =>
      sendOrKeep(
        { id, kind: 'completion', input, of: planKey(plan), about },
        {
          followers: form.values.photos.map((photo) =>
            requestOfPhoto({ subject: 'upkeep', subjectId: id, about }, photo, id),
          ),
          left: left(),
        },
      ),
    onDone: () => {
      showToast(t('upkeep.complete.done'))
      onDone()
    },
    isWorded: isUnkept,
    onKept: () => {
      showToast(t('queue.kept'))
      onDone()
    },
  })
  const { isDone, photos } = form.values
  const store = `${plan.storeCode} ${plan.storeName}`
  const addPhotos = (added: readonly OutgoingPhoto[]) => form.change({ photos: [...photos, ...added] })
  return (
    <FormModal
      opened
      title={t('upkeep.complete.title', { item: plan.item })}
      submitLabel={t('upkeep.complete.do')}
      widthPx={560}
      {...form.window}
      onClose={onClose}
    >
      <div className={styles.completion}>
        <p className={frame.note}>
          {plan.dueOn === null ? store : t('upkeep.complete.of', { store, day: plan.dueOn })}
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
        {most > 0 && (
          <PhotoTiles
            label={t('upkeep.complete.photos')}
            photos={photos.map((photo) => addedTile(photo, plan.zone))}
            most={most}
            onAdd={(added) => addPhotos(added.map(outgoingPhoto))}
            onRemove={(key) => form.change({ photos: photos.filter((photo) => photo.id !== key) })}
          />
        )}
        {plan.leastPhotos > photos.length && (
          <p className={frame.note}>{t('upkeep.complete.photosNeeded', { count: plan.leastPhotos })}</p>
        )}
        <KeptNote unkept={whyUnkept(form.sending.error)} refusals={[]} />
      </div>
    </FormModal>
  )
}
