import { takeLiveTicket } from '@coldkeep/contract/areas/screens'
import type Viewer from '@novnc/novnc'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { CallProblem } from '../../api/call-problem'
import { theCaller } from '../../api/caller'
import { isSignInNeeded, send } from '../../api/send'
import { useText } from '../../kit/text'
import { loadViewer } from './load-viewer'
import styles from './screens.module.css'

export interface LiveScreenProps {
  readonly sessionId: string
  readonly label: string
  /** Clicks and keys reach the store. */
  readonly isControlled: boolean
  /** It ended, or could not be begun. */
  readonly onEnd: () => void
  /** The keyboard is the page's again. */
  readonly onRelease: () => void
}

/** The screen as it changes, over a connection of its own that lives as long as this is shown. */
export function LiveScreen({ sessionId, label, isControlled, onEnd, onRelease }: LiveScreenProps) {
  const t = useText()
  const target = useRef<HTMLDivElement>(null)
  const [isShown, setShown] = useState(false)
  const latest = useRef({ onEnd })
  latest.current = { onEnd }
  useEffect(() => {
    let live: Viewer | null = null
    let isOver = false
    const begin = async () => {
      try {
        const LiveViewer = await loadViewer()
        const { path, ticket, mode } = await send(takeLiveTicket, { body: { sessionId } })
        if (isOver || target.current === null) return
        const address = new URL(path, window.location.href)
        address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
        live = new LiveViewer(target.current, address.href, { wsProtocols: ['binary', ticket] })
        live.scaleViewport = true
        live.background = 'transparent'
        live.viewOnly = !isControlled || mode === 'view'
        live.addEventListener('connect', () => setShown(true))
        live.addEventListener('disconnect', () => {
          if (!isOver) latest.current.onEnd()
        })
      } catch (error) {
        if (isOver) return
        if (error instanceof CallProblem && !isSignInNeeded(error)) theCaller().reportFailure(error)
        latest.current.onEnd()
      }
    }
    void begin()
    return () => {
      isOver = true
      live?.disconnect()
    }
  }, [sessionId, isControlled])

  const isReleasing = useRef(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey || !event.shiftKey || event.code !== 'Space') return
    event.preventDefault()
    event.stopPropagation()
    isReleasing.current = true
  }
  // not before the store has heard that Ctrl and Shift are up again
  const onKeyUp = (event: KeyboardEvent) => {
    if (!isReleasing.current || event.ctrlKey || event.shiftKey) return
    isReleasing.current = false
    setTimeout(onRelease)
  }
  return (
    <>
      {!isShown && <p className={styles.waiting}>{t('screens.liveConnecting')}</p>}
      <div
        ref={target}
        className={styles.live}
        role="img"
        aria-label={label}
        onKeyDownCapture={onKeyDown}
        onKeyUpCapture={onKeyUp}
      />
    </>
  )
}
