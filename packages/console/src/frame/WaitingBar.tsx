import { useEffect, useState } from 'react'
import { Button } from '../kit/Button'
import { Modal } from '../kit/dialog/Modal'
import { Icon } from '../kit/icons'
import { useText } from '../kit/text'
import { WaitingRequests } from '../parts/WaitingRequests'
import { sendNow } from '../site/queue'
import { waiting } from '../site/waiting'
import styles from './Banners.module.css'
import { SignOutDialog } from './SignOutDialog'
import { startOffline } from './start-offline'

/** How much of what was entered here the service does not have yet, on every page; its list is one press away. */
export function WaitingBar() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const requests = waiting.use().filter(({ state }) => state !== 'sent')
  const refused = requests.filter(({ state }) => state === 'refused').length
  const count = requests.length - refused
  useEffect(startOffline, [])
  return (
    <>
      {requests.length > 0 && (
        <p className={styles.banner} role="status">
          <Icon name="clock" />
          {count > 0 && <span>{t('queue.count', { count })}</span>}
          {refused > 0 && <strong>{t('queue.refusedCount', { count: refused })}</strong>}
          <Button size="small" onClick={() => setOpen(true)}>
            {t('queue.show')}
          </Button>
        </p>
      )}
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('queue.title')}
        widthPx={560}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t('shell.words.close')}</Button>
            <Button variant="primary" onClick={sendNow}>
              {t('queue.sendNow')}
            </Button>
          </>
        }
      >
        {requests.length === 0 ? <p>{t('queue.empty')}</p> : <WaitingRequests requests={requests} />}
      </Modal>
      <SignOutDialog />
    </>
  )
}
