import { type RefObject, useEffect, useRef } from 'react'

/** The focus was on a row that has gone: the next one takes it, or the button for a new one. */
export function useFocusAfterDelete(frame: RefObject<HTMLElement | null>, isClosed: boolean) {
  const after = useRef<readonly string[]>([])
  useEffect(() => {
    if (!isClosed || after.current.length === 0) return
    const candidates = after.current
    after.current = []
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const found = candidates
      .map((key) => frame.current?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(key)}"]`))
      .find((row) => row)
    const target = found ?? frame.current?.querySelector<HTMLElement>('button')
    target?.focus()
  }, [frame, isClosed])
  return {
    /** The rows around the one that is about to be deleted, nearest first. */
    note: (key: string) => {
      const drawn = [...(frame.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
      const all = drawn.map((row) => row.dataset.row ?? '')
      const at = all.indexOf(key)
      after.current = [key, all[at + 1] ?? '', all[at - 1] ?? ''].filter((one) => one !== '')
    },
  }
}
