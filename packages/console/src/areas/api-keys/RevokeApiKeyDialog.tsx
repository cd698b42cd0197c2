import { listApiKeys, revokeApiKey } from '@coldkeep/contract/areas/api-keys'
import type { Answer } from '@coldkeep/contract/call'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { useText } from '../../kit/text'

export type ApiKey = Answer<typeof listApiKeys>['keys'][number]

/** Asks before a key is ended. */
export function RevokeApiKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useText()
  const { name } = apiKey
  return (
    <ConfirmAndSend
      title={t('apiKeys.revokeAsk', { name })}
      action={t('apiKeys.revoke')}
      destructive
      call={revokeApiKey}
      input={{ params: { id: apiKey.id } }}
      invalidates={[listApiKeys]}
      success={t('apiKeys.revoked', { name })}
      onClose={onClose}
    >
      <p>{t('apiKeys.revokeWhy')}</p>
    </ConfirmAndSend>
  )
}
