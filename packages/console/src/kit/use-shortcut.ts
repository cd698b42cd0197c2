import { useEffect, useRef } from 'react'

const OFF_KEY = 'coldkeep.single-keys-off'
const SEQUENCE_MS = 1_200

let pending: { key: string; atMs: number } | null = null

/** Single-letter keys can be switched off by the reader; the choice is remembered. */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(OFF_KEY) === null
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(OFF_KEY)
  else localStorage.setItem(OFF_KEY, '1')
}

/**
 * Runs while the component is on screen: `mod+k` (Ctrl or ⌘), a single key such as `f` or `[`, or two after one
 * another such as `g h`. Single keys are off inside fields, while composing, and when the reader switched them off.
 */
export function useShortcut(keys: string, act: () => void, enabled = true): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (!enabled) return
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !fits(event, keys)) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [keys, enabled])
}

function fits(event: KeyboardEvent, keys: string): boolean {
  const withModifier = event.ctrlKey || event.metaKey
  if (keys.startsWith('mod+'))
    return withModifier && !event.altKey && event.key.toLowerCase() === keys.slice(4)
  if (withModifier || event.altKey || isTyping(event.target) || !areSingleKeysOn()) return false
  const [first, second] = keys.split(' ')
  if (second === undefined) return event.key === first && !isSecond(event)
  if (event.key === first) pending = { key: event.key, atMs: event.timeStamp }
  return event.key === second && pending !== null && pending.key === first && isRecent(event, pending.atMs)
}

/** The second key of a sequence is not taken for a key of its own. */
function isSecond(event: KeyboardEvent): boolean {
  return pending !== null && pending.key !== event.key && isRecent(event, pending.atMs)
}

function isRecent(event: KeyboardEvent, atMs: number): boolean {
  return event.timeStamp - atMs < SEQUENCE_MS
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)) &&
    !['checkbox', 'radio', 'button', 'file'].includes(target.getAttribute('type') ?? '')
  )
}
