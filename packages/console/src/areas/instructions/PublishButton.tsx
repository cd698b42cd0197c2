import { listModelVersions, publishModel } from '@coldkeep/contract/areas/model-versions'
import type { Answer } from '@coldkeep/contract/call'
import { longestIn } from '@coldkeep/contract/wire/limits'
import { useState } from 'react'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { Button } from '../../kit/Button'
import { TextField } from '../../kit/field/TextField'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { mayCall, useSession } from '../../site/session'

const LONGEST_NOTE = longestIn(publishModel.body, 'note')

export interface PublishButtonProps {
  readonly named: { readonly brand: string; readonly model: string }
  readonly versions: Answer<typeof listModelVersions>
  readonly onPublished: () => void
}

/** Makes the draft the next version, with a note of what it is for. */
export function PublishButton({ named, versions, onPublished }: PublishButtonProps) {
  const t = useText()
  const session = useSession()
  const [isConfirming, setConfirming] = useState(false)
  const [note, setNote] = useState('')
  const model = `${named.brand} ${named.model}`
  if (!mayCall(publishModel, session) || !versions.canEdit) return null
  const isFaulty = versions.findings.some(({ isError }) => isError)
  const reason = isFaulty
    ? t('instructions.publishFaulty')
    : versions.changes.length === 0 && versions.hasReviewedWrites
      ? t('instructions.publishSame')
      : null
  return (
    <>
      <Button size="small" variant="primary" disabledReason={reason} onClick={() => setConfirming(true)}>
        {t('instructions.publish')}
      </Button>
      <ConfirmAndSend
        opened={isConfirming}
        title={t('instructions.publishAsk', { model })}
        action={t('instructions.publish')}
        call={publishModel}
        input={{ body: { ...named, note, seen: versions.versions[0]?.version ?? 0 } }}
        invalidates={[listModelVersions]}
        success={({ version }) =>
          version === null
            ? t('instructions.waiting.sent', { model })
            : t('instructions.published', { model, version })
        }
        onDone={() => {
          setConfirming(false)
          setNote('')
          onPublished()
        }}
        onClose={() => setConfirming(false)}
      >
        <div className={frame.stack}>
          <p>{t('instructions.publishWhy')}</p>
          <p>{t('instructions.waiting.publishWhy')}</p>
          <TextField
            label={t('instructions.note')}
            value={note}
            onChange={setNote}
            maxLength={LONGEST_NOTE}
          />
        </div>
      </ConfirmAndSend>
    </>
  )
}
