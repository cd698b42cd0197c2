import { linkDownload, type WireDownload } from '@coldkeep/contract/areas/downloads'
import { formatNumber } from '@coldkeep/phrases/format'
import { useEffect, useRef } from 'react'
import { useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { useLanguage, useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import styles from './downloads.module.css'
import { fetchFile } from './fetch-file'

/** The pack that the address names: how far it is, and the file once it is finished, which comes by itself. */
export function OrderedPack({ pack }: { readonly pack: WireDownload | null }) {
  const t = useText()
  const language = useLanguage()
  const [{ got }, change] = useAddress()
  const isStarted = useRef(false)
  const linking = useSend(linkDownload, {
    onDone: ({ url }) => {
      fetchFile(url)
      // who comes back to this address has the file
      change({ got: '1' }, 'replace')
    },
  })
  const { mutate } = linking
  const state = pack?.state ?? null
  const id = pack?.id ?? null
  useEffect(() => {
    if (state !== 'done' || id === null || got !== undefined || isStarted.current) return
    isStarted.current = true
    mutate({ params: { id } })
  }, [state, id, got, mutate])
  const percent = pack?.percent ?? 0
  return (
    <section className={styles.pack} aria-label={t('evidence.screen.pack')}>
      <h2 className={styles.packTitle}>{pack?.title ?? t('evidence.screen.pack')}</h2>
      <p role="status">{t(`evidence.screen.${packState(state, linking.isSuccess)}`)}</p>
      {pack?.fault && <p>{pack.fault.message}</p>}
      {(state === 'waiting' || state === 'running') && (
        <div className={styles.progress}>
          <div
            className={styles.track}
            role="progressbar"
            aria-label={pack?.title ?? ''}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(percent)}
          >
            <div className={styles.done} style={{ width: `${percent}%` }} />
          </div>
          <span>{formatNumber(language, percent, { decimals: 0, unit: '%' })}</span>
        </div>
      )}
      {state === 'done' && id !== null && (
        <Button loading={linking.isPending} onClick={() => mutate({ params: { id } })}>
          {t(linking.isSuccess ? 'evidence.screen.fetchAgain' : 'evidence.screen.download')}
        </Button>
      )}
    </section>
  )
}

function packState(state: WireDownload['state'] | null, isFetched: boolean) {
  if (state === null) return 'unknown' as const
  if (state === 'done') return isFetched ? ('fetched' as const) : ('ready' as const)
  if (state === 'failed') return 'failed' as const
  return state === 'waiting' || state === 'running' ? ('preparing' as const) : ('ended' as const)
}
