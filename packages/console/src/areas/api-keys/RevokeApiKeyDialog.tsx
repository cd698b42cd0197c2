import { listApiKeys, revokeApiKey } from '@coldkeep/contract/areas/api-keys'
import type { Answer } from '@coldkeep/contract/call'
import { useSend } from '../../api/use-call'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'

export type ApiKey = Answer<typeof listApiKeys>['keys'][number]

/** Asks before a key is ended. */
export function RevokeApiKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useText()
  const { name } = apiKey
  const revoking = useSend(revokeApiKey, {
    invalidates: [listApiKeys],
    onDone: () => {
      showToast(t('apiKeys.revoked', { name }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      title={t('apiKeys.revokeAsk', { name })}
      action={t('apiKeys.revoke')}
      destructive
      busy={revoking.isPending}
      onConfirm={() => revoking.mutate({ params: { id: apiKey.id } })}
      onCancel={onClose}
    >
      <p>{t('apiKeys.revokeWhy')}</p>
    </ConfirmDialog>
  )
}
