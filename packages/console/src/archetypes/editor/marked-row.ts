import { useRef } from 'react'
import { useBriefly } from '../../kit/use-briefly'

const MARKED_MS = 2_000

/** The key of a row that was just made or changed, for two seconds. */
export function useRowMark(): readonly [string | null, (key: string) => void] {
  return useBriefly<string>(MARKED_MS)
}

type Expected = { readonly key: string } | { readonly before: ReadonlySet<string> }

/**
 * The same where the key comes with the list that is read again: a new row is known by not having been there
 * before.
 */
export function useExpectedMark<Row>(rows: readonly Row[], rowKey: (row: Row) => string) {
  const expected = useRef<Expected | null>(null)
  const [done, setDone] = useBriefly<Expected>(MARKED_MS)
  const keys = rows.map(rowKey)
  const marked =
    done === null ? null : 'key' in done ? done.key : (keys.find((key) => !done.before.has(key)) ?? null)
  const settle = (what: 'now' | 'new rows' | { readonly key: string }) => {
    if (what !== 'now') expected.current = what === 'new rows' ? { before: new Set(keys) } : what
    else if (expected.current !== null) setDone(expected.current)
  }
  return [marked, settle] as const
}
