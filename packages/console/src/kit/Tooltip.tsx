import { type ReactElement, type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './Tooltip.module.css'
import { tipPlace } from './tip-place'

const HOVER_DELAY_MS = 400

/**
 * Words on hover and keyboard focus; Esc takes them away. They only show what assistive technology learns from the
 * element itself, so they are hidden from it.
 */
export function Tooltip({ label, children }: { label: string; children: ReactElement }) {
  const [target, setTarget] = useState<Element | null>(null)
  const timer = useRef(0)
  const show = (event: SyntheticEvent, delayMs: number) => {
    const element = event.currentTarget.firstElementChild
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setTarget(element), delayMs)
  }
  const hide = () => {
    window.clearTimeout(timer.current)
    setTarget(null)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside it
    <span
      className={styles.around}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(event, HOVER_DELAY_MS)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(event, 0)}
      onBlur={hide}
    >
      {children}
      {target !== null && label !== '' && <Tip label={label} target={target} onEnd={hide} />}
    </span>
  )
}

function Tip({ label, target, onEnd }: { label: string; target: Element; onEnd: () => void }) {
  const tip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = tip.current
    if (!element) return
    const box = element.getBoundingClientRect()
    const { left, top } = tipPlace(target.getBoundingClientRect(), box, {
      width: document.documentElement.clientWidth,
      height: window.innerHeight,
    })
    element.style.left = `${left}px`
    element.style.top = `${top}px`
  }, [target])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onEnd()
    window.addEventListener('keydown', onKey, { capture: true })
    window.addEventListener('scroll', onEnd, { capture: true, passive: true })
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true })
      window.removeEventListener('scroll', onEnd, { capture: true })
    }
  }, [onEnd])
  return createPortal(
    <div ref={tip} className={styles.tooltip} aria-hidden="true">
      {label}
    </div>,
    document.body,
  )
}
