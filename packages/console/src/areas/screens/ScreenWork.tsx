import { connectScreen } from '@coldkeep/contract/areas/screens'
import type { StoreId } from '@coldkeep/domain/ids'
import type { ReactNode } from 'react'
import { Button } from '../../kit/Button'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useWhyNot } from '../../site/use-why-not'
import { unknownStatus } from './follow-status'
import { ReachBox } from './ReachBox'
import { RemoteView } from './RemoteView'
import { SessionBox } from './SessionBox'
import { connectTo, disconnect, giveUpConnecting, type ScreenMode, useScreenState } from './screen-session'
import styles from './screens.module.css'
import { usePicture } from './use-picture'
import { useStoreName } from './use-store-name'

export interface ScreenWorkProps {
  readonly storeId: StoreId | null
  readonly mode: ScreenMode
  /** Where the store is chosen, unless it is chosen elsewhere. */
  readonly children?: ReactNode
}

/** Connecting to the screen of a store, how that is, and the screen itself. */
export function ScreenWork({ storeId, mode, children }: ScreenWorkProps) {
  const t = useText()
  const state = useScreenState()
  const connected = state.kind === 'connected' ? state : null
  const shownId = state.kind === 'connecting' || connected ? (state as { storeId: StoreId }).storeId : storeId
  const storeName = useStoreName(shownId)
  const picture = usePicture(connected?.sessionId ?? null, connected ?? unknownStatus)
  const isControlled = connected?.mode === 'control'
  return (
    <div className={styles.work}>
      <div className={styles.side}>
        <section className={frame.card} aria-label={t('screens.tab.screen')}>
          {children ?? <h2>{t('screens.tab.screen')}</h2>}
          <ConnectButtons storeId={storeId} mode={mode} />
        </section>
        <SessionBox state={state} newestAtMs={picture.newestAtMs} />
        {shownId !== null && <ReachBox storeId={shownId} />}
      </div>
      <section className={frame.card} aria-label={t('screens.screenOf', { store: storeName })}>
        {connected !== null ? (
          <RemoteView
            key={connected.sessionId}
            sessionId={connected.sessionId}
            storeName={storeName}
            followed={connected}
            picture={picture}
            isControlled={isControlled}
          />
        ) : (
          <StateView
            icon="screen"
            minHeightPx={320}
            title={
              state.kind === 'connecting'
                ? t('screens.connecting', { store: storeName })
                : t(mode === 'control' ? 'screens.before' : 'screens.beforeView')
            }
          />
        )}
      </section>
    </div>
  )
}

function ConnectButtons({ storeId, mode }: Pick<ScreenWorkProps, 'storeId' | 'mode'>) {
  const t = useText()
  const whyNot = useWhyNot()
  const state = useScreenState()
  const isOn = state.kind === 'connected'
  const why = whyNot(connectScreen) ?? (storeId === null ? t('screens.chooseFirst') : null)
  return (
    <div className={styles.buttons}>
      {state.kind === 'connecting' ? (
        <Button onClick={giveUpConnecting}>{t('screens.giveUp')}</Button>
      ) : (
        <Button
          variant="primary"
          disabledReason={isOn ? t('screens.endFirst') : why}
          onClick={() => storeId !== null && void connectTo(storeId, mode)}
        >
          {t('shell.words.connect')}
        </Button>
      )}
      <Button disabledReason={isOn ? null : t('screens.none')} onClick={() => void disconnect()}>
        {t('shell.words.disconnect')}
      </Button>
    </div>
  )
}
