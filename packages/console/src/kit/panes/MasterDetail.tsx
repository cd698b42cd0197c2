import { Fragment, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../Button'
import { useText } from '../text'
import { useNarrow } from '../use-narrow'
import styles from './MasterDetail.module.css'
import { LEAST_SHARE, movedEdge, usePaneWidths } from './pane-widths'
import { Splitter } from './Splitter'

interface Pane {
  readonly key: string
  /** For the way back and the edge; the content has a heading of its own. */
  readonly title: string
  readonly content: ReactNode
  /** What has to be chosen before there is something in it, in words; until then the way there is closed. */
  readonly missing?: string | null
}

export interface MasterDetailProps {
  /** Names the arrangement for the widths that are remembered of it. */
  readonly name: string
  /** From the master to the last detail. */
  readonly panes: readonly Pane[]
  /** Of the width, one for each pane, until the reader moves an edge; the same for all when left out. */
  readonly shares?: readonly number[]
  /** The pane that is worked in: the only one on narrow screens, the one with the focus elsewhere. */
  readonly current: string
  readonly onCurrent: (key: string) => void
}

/**
 * Lists that depend on one another, side by side with movable edges; on narrow screens pane by pane, with a
 * way back.
 */
export function MasterDetail({ name, panes, shares: first, current, onCurrent }: MasterDetailProps) {
  const t = useText()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const narrow = useNarrow(1024)
  const [shares, setShares] = usePaneWidths(name, panes.length, first)
  useFocusFollows(frame, current)
  const at = Math.max(
    0,
    panes.findIndex((pane) => pane.key === current),
  )
  const before = panes[at - 1]
  const after = panes[at + 1]
  const shown = narrow ? panes.filter((_, index) => index === at) : panes
  return (
    <div
      ref={frame}
      className={styles.panes}
      style={{
        gridTemplateColumns: narrow
          ? undefined
          : shares.map((share) => `minmax(0, ${share}fr)`).join(' var(--edge) '),
      }}
    >
      {narrow && (
        <div className={styles.ways} data-no-print>
          {before !== undefined && (
            <Button variant="quiet" icon="chevronLeft" onClick={() => onCurrent(before.key)}>
              {t('kit.panes.backTo', { pane: before.title })}
            </Button>
          )}
          {after !== undefined && (
            <span className={styles.forward}>
              <Button
                iconAfter="chevronRight"
                disabledReason={after.missing ?? null}
                onClick={() => onCurrent(after.key)}
              >
                {t('kit.panes.goOnTo', { pane: after.title })}
              </Button>
            </span>
          )}
        </div>
      )}
      {shown.map((pane, index) => (
        <Fragment key={pane.key}>
          {index > 0 && (
            <Splitter
              label={t('kit.panes.resize', { pane: panes[index - 1]?.title ?? '' })}
              share={shares[index - 1] ?? 0}
              most={(shares[index - 1] ?? 0) + (shares[index] ?? 0) - LEAST_SHARE}
              controls={`${id}-${panes[index - 1]?.key ?? ''}`}
              frame={frame}
              onMove={(by) => setShares(movedEdge(shares, index - 1, by))}
            />
          )}
          <div id={`${id}-${pane.key}`} data-pane={pane.key} tabIndex={-1} className={styles.pane}>
            {pane.content}
          </div>
        </Fragment>
      ))}
    </div>
  )
}

/**
 * Another pane is worked in: its selected or first row has the focus. Until its rows have come the pane itself has it,
 * and hands it on unless the reader has moved elsewhere.
 */
function useFocusFollows(frame: React.RefObject<HTMLElement | null>, current: string): void {
  const last = useRef(current)
  useEffect(() => {
    if (last.current === current) return
    last.current = current
    const pane = frame.current?.querySelector<HTMLElement>(`[data-pane="${CSS.escape(current)}"]`)
    if (!pane || pane.contains(document.activeElement)) return
    if (focusRow(pane)) return
    pane.focus()
    const observer = new MutationObserver(() => {
      if (document.activeElement !== pane || focusRow(pane)) observer.disconnect()
    })
    observer.observe(pane, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [frame, current])
}

function focusRow(pane: HTMLElement): boolean {
  const row = pane.querySelector<HTMLElement>('tr[data-row][tabindex="0"]')
  row?.focus()
  return row !== null
}
