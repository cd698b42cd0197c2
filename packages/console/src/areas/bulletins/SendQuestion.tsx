import {
  type BulletinCount,
  countBulletinRecipients,
  listBulletins,
  sendBulletin,
} from '@coldkeep/contract/areas/bulletins'
import type { Answer } from '@coldkeep/contract/call'
import { formatInstant } from '@coldkeep/phrases/format'
import { markStale } from '../../api/mark-stale'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { useLanguage, useText } from '../../kit/text'
import { type BulletinDraft, inputOf, instantFrom } from './bulletin-draft'
import styles from './bulletins.module.css'
import { useCountWords } from './count-words'

export interface SendQuestionProps {
  readonly id: string
  readonly draft: BulletinDraft
  readonly count: BulletinCount
  readonly zone: string
  readonly title: string
  readonly onSent: (answer: Answer<typeof sendBulletin>) => void
  readonly onClose: () => void
}

/** The question before a message goes out, with to how many it goes; where that has changed it is counted anew. */
export function SendQuestion({ id, draft, count, zone, title, onSent, onClose }: SendQuestionProps) {
  const t = useText()
  const own = useLanguage()
  const words = useCountWords()
  const at = draft.isLater ? instantFrom(draft.sendDay, draft.sendTime, zone) : null
  return (
    <ConfirmAndSend
      call={sendBulletin}
      title={t('bulletins.question', words.parts(count))}
      action={t(draft.isLater ? 'bulletins.schedule' : 'bulletins.send')}
      input={inputOf(draft, { id, own, zone, counted: count })}
      invalidates={[listBulletins]}
      onDone={onSent}
      onFailed={() => {
        markStale([countBulletinRecipients])
        onClose()
      }}
      onClose={onClose}
    >
      <p className={styles.repeated}>{title}</p>
      {at !== null && <p>{t('bulletins.questionLater', { time: formatInstant(at, zone) })}</p>}
    </ConfirmAndSend>
  )
}
