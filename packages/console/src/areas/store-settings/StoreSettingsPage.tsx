import { getStoreSettings, type StoreSettings } from '@coldkeep/contract/areas/store-settings'
import type { StoreId } from '@coldkeep/domain/ids'
import { formatInstant } from '@coldkeep/phrases/format'
import { Suspense, useState } from 'react'
import { isWithoutAnswer } from '../../api/call-problem'
import { markStale } from '../../api/mark-stale'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { StateView } from '../../kit/StateView'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { useInnerPlace } from '../../site/inner-places'
import { PageHead } from '../../site/PageHead'
import type { Finished } from './use-finish'

const SetupWizard = lazily(() => import('./SetupWizard'), 'SetupWizard')
const EnrolledCodes = lazily(() => import('../terminals/EnrolledCodes'), 'EnrolledCodes')
const PANEL_HEIGHT_PX = 480

interface Done {
  readonly finished: Finished
  readonly code: string
}

/** Sets up a store in seven steps: a new one, or the one that the address names. */
export function StoreSettingsPage() {
  const t = useText()
  const [{ storeid = '' }, changeAddress] = useAddress()
  const storeId = /^[1-9]\d{0,14}$/.test(storeid) ? (Number(storeid) as StoreId) : null
  // what is kept of an earlier visit may be older than the draft
  const settings = useCall(getStoreSettings, { query: { storeId } }, { staleMs: 0 })
  const [round, setRound] = useState(0)
  const [done, setDone] = useState<Done | null>(null)

  const go = ({ finished }: Done) => {
    setDone(null)
    setRound(round + 1)
    markStale('all')
    changeAddress({ storeid: finished.storeId ?? undefined, step: undefined })
  }
  const onFinished = (finished: Finished, { code, name }: StoreSettings['store']) => {
    showToast(
      finished.isRepeated
        ? t('storeSettings.repeated')
        : t('storeSettings.finished', { store: `${code} ${name}` }),
    )
    const next = { finished, code }
    if (finished.codes.length > 0) setDone(next)
    else go(next)
  }

  const { data } = settings
  const known = storeId === null ? undefined : data?.present.store
  const place = { parameters: ['storeid', 'step'], depth: 1 }
  useInnerPlace(known === undefined ? null : { label: `${known.code} ${known.name}`, ...place })
  if (data === undefined || !settings.isFetchedAfterMount) {
    if (settings.isError) {
      return (
        <StateView
          size="page"
          icon="alert"
          title={isWithoutAnswer(settings.error) ? t('kit.state.failedTitle') : settings.error.message}
          actions={
            <>
              <Button onClick={() => void settings.refetch()}>{t('shell.words.retry')}</Button>
              {storeId !== null && (
                <Button variant="quiet" onClick={() => changeAddress({ storeid: undefined })}>
                  {t('storeSettings.isNew')}
                </Button>
              )}
            </>
          }
        />
      )
    }
    return (
      <div className={frame.page}>
        <Skeleton height={PANEL_HEIGHT_PX} />
      </div>
    )
  }
  const { draft, present } = data
  if (draft !== null && draft.content === null) {
    const { savedBy: name, savedAt: at } = draft
    return (
      <StateView
        size="page"
        icon="lock"
        title={t('storeSettings.draftWithheld', { name, time: formatInstant(at) })}
      />
    )
  }
  return (
    <>
      <PageHead
        scope={storeId === null ? t('storeSettings.isNew') : `${present.store.code} ${present.store.name}`}
      />
      <Suspense fallback={<Skeleton height={PANEL_HEIGHT_PX} />}>
        <SetupWizard key={`${storeid} ${round}`} storeId={storeId} current={data} onFinished={onFinished} />
      </Suspense>
      <Suspense>
        {done !== null && (
          <EnrolledCodes
            title={t('storeSettings.terminals')}
            terminals={done.finished.codes.map(({ terminal, code, expiresAt }) => ({
              store: done.code,
              terminalId: terminal as never,
              code,
              expiresAt,
            }))}
            onClose={() => go(done)}
          />
        )}
      </Suspense>
    </>
  )
}
