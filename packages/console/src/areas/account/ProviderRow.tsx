import { signInOptions } from '@coldkeep/contract/areas/mailed-links'
import { beginProviderSignIn } from '@coldkeep/contract/areas/provider'
import { useCall, useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './account.module.css'

/** Lets the provider of the organisation sign in to this account; nothing where there is none. */
export function ProviderRow() {
  const t = useText()
  const options = useCall(signInOptions, {}, { quiet: true })
  const going = useSend(beginProviderSignIn, { onDone: ({ address }) => window.location.assign(address) })
  const provider = options.data?.provider?.name
  if (provider === undefined) return null
  return (
    <div className={styles.row}>
      <div>
        <p className={styles.strong}>{t('account.providerTitle', { provider })}</p>
        <p className={frame.note}>{t('account.providerNote', { provider })}</p>
      </div>
      <Button loading={going.isPending} onClick={() => going.mutate({ body: { link: true } })}>
        {t('account.providerLink', { provider })}
      </Button>
    </div>
  )
}
