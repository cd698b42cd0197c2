import {
  type BulletinDetail,
  getBulletin,
  listBulletinReaders,
  listBulletins,
  remindOfBulletin,
  withdrawBulletin,
} from '@coldkeep/contract/areas/bulletins'
import { formatInstant } from '@coldkeep/phrases/format'
import { useState } from 'react'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { Button } from '../../kit/Button'
import { useText } from '../../kit/text'
import { useWhyNot } from '../../site/use-why-not'

const changed = [getBulletin, listBulletins, listBulletinReaders]

/** Reminding the missing, and withdrawing. */
export function SentActions({ of }: { readonly of: BulletinDetail }) {
  const t = useText()
  const whyNot = useWhyNot()
  const [doing, setDoing] = useState<'remind' | 'withdraw' | null>(null)
  const { id, title, state, needsConfirmation, remindFrom } = of
  const input = { params: { id } }
  const close = () => setDoing(null)
  return (
    <>
      {state === 'sent' && needsConfirmation && (
        <Button
          icon="bell"
          disabledReason={whyNot(remindOfBulletin) ?? whyNotReminded(remindFrom, t)}
          onClick={() => setDoing('remind')}
        >
          {t('bulletins.remind')}
        </Button>
      )}
      {(state === 'sent' || state === 'scheduled') && (
        <Button
          variant="danger"
          disabledReason={whyNot(withdrawBulletin)}
          onClick={() => setDoing('withdraw')}
        >
          {t('bulletins.withdraw')}
        </Button>
      )}
      {doing === 'remind' && (
        <ConfirmAndSend
          call={remindOfBulletin}
          title={t('bulletins.remindQuestion')}
          action={t('bulletins.remind')}
          input={input}
          invalidates={changed}
          success={({ missing }) => t('bulletins.wasReminded', { count: missing })}
          onClose={close}
        />
      )}
      {doing === 'withdraw' && (
        <ConfirmAndSend
          call={withdrawBulletin}
          destructive
          title={t('bulletins.withdrawQuestion', { title })}
          action={t('bulletins.withdraw')}
          input={input}
          invalidates={changed}
          onClose={close}
        >
          <p>{t('bulletins.withdrawText')}</p>
        </ConfirmAndSend>
      )}
    </>
  )
}

function whyNotReminded(from: number | null, t: ReturnType<typeof useText>): string | null {
  if (from === null) return t('bulletins.remindNoMore')
  return from > Date.now() ? t('bulletins.remindFrom', { time: formatInstant(from) }) : null
}
