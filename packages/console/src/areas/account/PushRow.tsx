import { beginPush, endPush, getPush } from '@coldkeep/contract/areas/push'
import { useState } from 'react'
import { useCall, useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { keepPushOwner } from '../../site/push-owner'
import { useSession } from '../../site/session'
import styles from './account.module.css'
import { pushAbility, subscribe, unsubscribe } from './browser-push'

/** Whether messages show in this browser while the console is closed, and the button that changes it. */
export function PushRow() {
  const t = useText()
  const push = useCall(getPush, {}, { quiet: true })
  const [ability, setAbility] = useState(pushAbility)
  const [isConfirming, setConfirming] = useState(false)
  const login = useSession()?.payload.username ?? null
  const beginning = useSend(beginPush, { invalidates: [getPush], onDone: () => keepPushOwner(login) })
  const ending = useSend(endPush, {
    invalidates: [getPush],
    onDone: () => {
      keepPushOwner(null)
      void unsubscribe()
    },
  })
  if (!push.data) return null
  const { key, isOn, others } = push.data
  const begin = async () => {
    setConfirming(true)
    try {
      const made = await subscribe(key)
      if (made === null) setAbility(pushAbility())
      else beginning.mutate({ body: made })
    } catch (error) {
      showToast(t('account.pushFailed', { reason: error instanceof Error ? error.message : String(error) }))
    } finally {
      setConfirming(false)
    }
  }
  const isAble = ability === 'able'
  return (
    <div className={styles.row}>
      <div>
        <p className={styles.strong}>{t('account.pushTitle')}</p>
        <p className={frame.note}>
          {isOn
            ? t('account.pushIsOn')
            : {
                able: t('account.pushIsOff'),
                blocked: t('account.pushBlocked'),
                none: t('account.pushNone'),
              }[ability]}
          {others > 0 && ` ${t('account.pushOthers', { count: others })}`}
        </p>
      </div>
      {(isOn || isAble) && (
        <div className={styles.actions}>
          {isOn ? (
            <Button loading={ending.isPending} onClick={() => ending.mutate({})}>
              {t('account.pushEnd')}
            </Button>
          ) : (
            <Button loading={isConfirming || beginning.isPending} onClick={() => void begin()}>
              {t('account.pushBegin')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
