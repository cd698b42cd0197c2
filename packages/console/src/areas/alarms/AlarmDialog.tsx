import {
  acknowledgeAlarms,
  assignAlarms,
  commentAlarms,
  getAlarm,
  type HandledAlarms,
  listAlarms,
  shelveAlarms,
} from '@coldkeep/contract/areas/alarms'
import { longestIn } from '@coldkeep/contract/wire/limits'
import { formatInstant, formatMinutes } from '@coldkeep/phrases/format'
import { useState } from 'react'
import { useSend } from '../../api/use-call'
import { FormModal } from '../../kit/dialog/FormModal'
import { SelectField } from '../../kit/field/SelectField'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { TextField } from '../../kit/field/TextField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { useSession } from '../../site/session'
import { type AlarmEntry, placeText } from './alarm-words'
import styles from './alarms.module.css'

export type AlarmAct = 'acknowledge' | 'comment' | 'assign' | 'shelve'

/** Minutes that an alarm may be put aside for. */
const SHELVING_MINUTES = [30, 60, 120, 240, 480, 1440] as const
const LONGEST_NAME = longestIn(assignAlarms.body, 'assignee')
const LONGEST_COMMENT = longestIn(commentAlarms.body, 'comment')
const SHOWN_PLACES = 5

export interface AlarmDialogProps {
  readonly act: AlarmAct
  readonly alarms: readonly AlarmEntry[]
  readonly onClose: () => void
}

/** What is done to one or several alarms, and the words that go into their history. */
export function AlarmDialog({ act, alarms, onClose }: AlarmDialogProps) {
  const t = useText()
  const me = useSession()?.name ?? ''
  const [words, setWords] = useState('')
  const [assignee, setAssignee] = useState(me)
  const [minutes, setMinutes] = useState(String(SHELVING_MINUTES[1]))
  const [openedAt] = useState(Date.now)
  const sending = useActs(({ done, refused }) => {
    const [first] = refused
    if (first) showToast(t('handling.refused', { count: refused.length, why: first.message }))
    else showToast(t('handling.done', { count: done.length }))
    onClose()
  })
  const missing =
    words.trim() !== '' || act === 'acknowledge' || act === 'assign'
      ? null
      : t(act === 'shelve' ? 'handling.reasonMissing' : 'handling.commentMissing')

  function submit() {
    if (missing !== null) return
    const ids = alarms.map((alarm) => alarm.id)
    const comment = words.trim()
    if (act === 'acknowledge')
      sending.acknowledge.mutate({ body: { ids, ...(comment !== '' && { comment }) } })
    if (act === 'comment') sending.comment.mutate({ body: { ids, comment } })
    if (act === 'assign') sending.assign.mutate({ body: { ids, assignee: assignee.trim() } })
    if (act === 'shelve') {
      sending.shelve.mutate({ body: { ids, until: Date.now() + Number(minutes) * 60_000, reason: comment } })
    }
  }

  return (
    <FormModal
      opened
      title={t(`handling.${act}`)}
      submitLabel={t(`handling.${act}`)}
      missing={missing}
      dirty={words !== ''}
      busy={sending[act].isPending}
      onSubmit={submit}
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
      {act === 'assign' && (
        <TextField
          label={t('handling.assignee')}
          value={assignee}
          onChange={setAssignee}
          maxLength={LONGEST_NAME}
        />
      )}
      {act === 'shelve' && (
        <SelectField
          label={t('handling.shelveUntil')}
          required
          value={minutes}
          choices={SHELVING_MINUTES.map((length) => ({
            value: String(length),
            label: `${formatMinutes(t, length)} · ${formatInstant(openedAt + length * 60_000)}`,
          }))}
          onChange={(next) => setMinutes(next ?? minutes)}
        />
      )}
      {act !== 'assign' && (
        <TextAreaField
          label={t(act === 'shelve' ? 'handling.reason' : 'handling.commentField')}
          required={act !== 'acknowledge'}
          value={words}
          onChange={setWords}
          maxLength={LONGEST_COMMENT}
        />
      )}
    </FormModal>
  )
}

function useActs(onDone: (handled: HandledAlarms) => void) {
  const options = { invalidates: [listAlarms, getAlarm], onDone }
  return {
    acknowledge: useSend(acknowledgeAlarms, options),
    comment: useSend(commentAlarms, options),
    assign: useSend(assignAlarms, options),
    shelve: useSend(shelveAlarms, options),
  }
}
