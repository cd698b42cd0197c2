import { useEffect, useLayoutEffect, useRef } from 'react'

const open: object[] = []

/** Closes on Esc only while this layer is the topmost one; an Esc that ends input-method composition is not one. */
export function useTopLayer(opened: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (!opened) return
    const layer = {}
    open.push(layer)
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
      if (open.at(-1) !== layer || isOpenMenu(event.target)) return
      event.preventDefault()
      close.current()
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      open.splice(open.indexOf(layer), 1)
    }
  }, [opened])
}

let locks = 0

/** The page behind an open layer stands still, and does not widen when its scroll bar goes. */
export function useScrollLock(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    const { style, clientWidth } = document.documentElement
    if (locks === 0) {
      style.paddingInlineEnd = `${window.innerWidth - clientWidth}px`
      style.overflow = 'hidden'
    }
    locks += 1
    return () => {
      locks -= 1
      if (locks > 0) return
      style.removeProperty('overflow')
      style.removeProperty('padding-inline-end')
    }
  }, [opened])
}

/** When the layer goes, closed or taken away, the focus goes back to where it was before. */
export function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [opened])
}

/** A list that popped up inside the dialog closes first; one that always stands there does not. */
function isOpenMenu(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[aria-haspopup][aria-expanded="true"]')
}
