import { getAlarm, type HandledAlarms, listAlarms } from '@coldkeep/contract/areas/alarms'
import type { Call } from '@coldkeep/contract/call'
import { formatInstant, formatMinutes } from '@coldkeep/phrases/format'
import { type ReactNode, useState } from 'react'
import { type SendFormInput, useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { SelectField } from '../../kit/field/SelectField'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { TextField } from '../../kit/field/TextField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { useSession } from '../../site/session'
import {
  acknowledgeRules,
  assignRules,
  commentRules,
  SHELVING_MINUTES,
  shelveRules,
  shortShelving,
} from './alarm-forms'
import { type AlarmEntry, placeText } from './alarm-words'
import styles from './alarms.module.css'

export type AlarmAct = 'acknowledge' | 'comment' | 'assign' | 'shelve'

const SHOWN_PLACES = 5

interface ActProps {
  readonly alarms: readonly AlarmEntry[]
  readonly onClose: () => void
}

export interface AlarmDialogProps extends ActProps {
  readonly act: AlarmAct
}

/** What is done to one or several alarms, and the words that go into their history. */
export function AlarmDialog({ act, ...props }: AlarmDialogProps) {
  const Act = acts[act]
  return <Act {...props} />
}

const acts = { acknowledge: Acknowledgement, comment: Comment, assign: Assignment, shelve: Shelving }

function Acknowledgement(props: ActProps) {
  const t = useText()
  const form = useActForm(props, { ...acknowledgeRules(idsOf(props), t), initial: { comment: '' } })
  return (
    <ActWindow act="acknowledge" window={form.window} {...props}>
      <TextAreaField {...form.field('comment')} />
    </ActWindow>
  )
}

function Comment(props: ActProps) {
  const t = useText()
  const form = useActForm(props, { ...commentRules(idsOf(props), t), initial: { comment: '' } })
  return (
    <ActWindow act="comment" window={form.window} {...props}>
      <TextAreaField {...form.field('comment')} />
    </ActWindow>
  )
}

function Assignment(props: ActProps) {
  const t = useText()
  const assignee = useSession()?.name ?? ''
  const form = useActForm(props, { ...assignRules(idsOf(props), t), initial: { assignee } })
  return (
    <ActWindow act="assign" window={form.window} {...props}>
      <TextField {...form.field('assignee')} />
    </ActWindow>
  )
}

function Shelving(props: ActProps) {
  const t = useText()
  const [openedAt] = useState(Date.now)
  const form = useActForm(props, { ...shelveRules(idsOf(props), t), initial: shortShelving })
  return (
    <ActWindow act="shelve" window={form.window} {...props}>
      <SelectField
        {...form.field('until')}
        choices={SHELVING_MINUTES.map((length) => ({
          value: String(length),
          label: `${formatMinutes(t, length)} · ${formatInstant(openedAt + length * 60_000)}`,
        }))}
      />
      <TextAreaField {...form.field('reason')} />
    </ActWindow>
  )
}

function useActForm<C extends Call, Values extends object>(
  { onClose }: ActProps,
  input: Omit<SendFormInput<C, Values>, 'onDone' | 'invalidates'>,
) {
  const t = useText()
  return useSendForm<C, Values>({
    ...input,
    invalidates: [listAlarms, getAlarm],
    onDone: (handled) => {
      const { done, refused } = handled as HandledAlarms
      const [first] = refused
      if (first) showToast(t('handling.refused', { count: refused.length, why: first.message }))
      else showToast(t('handling.done', { count: done.length }))
      onClose()
    },
  })
}

interface ActWindowProps extends ActProps {
  readonly act: AlarmAct
  readonly window: ReturnType<typeof useSendForm>['window']
  readonly children: ReactNode
}

/** The form of an act below the alarms that it concerns. */
function ActWindow({ act, alarms, window, onClose, children }: ActWindowProps) {
  const t = useText()
  return (
    <FormModal
      opened
      title={t(`handling.${act}`)}
      submitLabel={t(`handling.${act}`)}
      {...window}
      onClose={onClose}
    >
      <ul className={styles.chosen}>
        {alarms.slice(0, SHOWN_PLACES).map((alarm) => (
          <li key={alarm.id}>
            {placeText(alarm, t)}: {alarm.text}
          </li>
        ))}
        {alarms.length > SHOWN_PLACES && (
          <li>{t('handling.andMore', { count: alarms.length - SHOWN_PLACES })}</li>
        )}
      </ul>
      {children}
    </FormModal>
  )
}

function idsOf({ alarms }: ActProps) {
  return alarms.map(({ id }) => id)
}
