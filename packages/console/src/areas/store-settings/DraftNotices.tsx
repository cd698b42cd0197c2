import type { StoreSettings } from '@coldkeep/contract/areas/store-settings'
import { isSame } from '@coldkeep/domain/organisation/merge-answers'
import { formatInstant } from '@coldkeep/phrases/format'
import { Suspense, useState } from 'react'
import { Button } from '../../kit/Button'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { lazily } from '../../kit/lazily'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import styles from './store-settings.module.css'
import type { StoreDraft } from './use-store-draft'

const ConcurrentChanges = lazily(() => import('./ConcurrentChanges'), 'ConcurrentChanges')

/** Notices about the draft as a whole: whose it is, and what others did in the meantime. */
export function DraftNotices(props: { readonly draft: StoreDraft; readonly present: StoreSettings }) {
  const { draft, present } = props
  if (draft.saved === null && draft.theirs === null) return null
  return (
    <div className={styles.notices}>
      {draft.theirs === null ? <DraftLine draft={draft} /> : <SavedElsewhere draft={draft} />}
      {!isSame(draft.base, present) && (
        <Suspense>
          <ConcurrentChanges draft={draft} present={present} />
        </Suspense>
      )}
    </div>
  )
}

function DraftLine({ draft }: { readonly draft: StoreDraft }) {
  const t = useText()
  const [isConfirming, setConfirming] = useState(false)
  const [isBusy, setBusy] = useState(false)
  if (draft.saved === null) return null
  const { savedBy: name, savedAt: at } = draft.saved
  const discard = async () => {
    setBusy(true)
    try {
      await draft.discard()
      showToast(t('storeSettings.discarded'))
      setConfirming(false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.notice}>
      <div className={styles.line}>
        <p>{t('storeSettings.draftOf', { name, time: formatInstant(at) })}</p>
        <Button size="small" onClick={() => setConfirming(true)}>
          {t('storeSettings.discard')}
        </Button>
      </div>
      <ConfirmDialog
        opened={isConfirming}
        title={t('storeSettings.discardTitle')}
        action={t('storeSettings.discard')}
        destructive
        busy={isBusy}
        onCancel={() => setConfirming(false)}
        onConfirm={() => void discard()}
      >
        {t('storeSettings.discardText')}
      </ConfirmDialog>
    </div>
  )
}

/** Another window or person has saved the same draft. */
function SavedElsewhere({ draft }: { readonly draft: StoreDraft }) {
  const t = useText()
  if (draft.theirs === null) return null
  const { savedBy: name, savedAt: at } = draft.theirs
  return (
    <div className={styles.notice} role="alert">
      <div className={styles.line}>
        <p>{t('storeSettings.savedElsewhere', { name, time: formatInstant(at) })}</p>
        <div className={styles.buttons}>
          <Button size="small" onClick={() => draft.resolveConflict('theirs')}>
            {t('storeSettings.takeTheirs')}
          </Button>
          <Button size="small" onClick={() => draft.resolveConflict('mine')}>
            {t('storeSettings.keepMine')}
          </Button>
        </div>
      </div>
    </div>
  )
}
