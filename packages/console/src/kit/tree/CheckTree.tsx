import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Icon } from '../icons'
import styles from './CheckTree.module.css'

interface Roving {
  /** The one item that Tab comes to. */
  readonly current: string | null
  readonly onCurrent: (key: string) => void
  readonly level: number
}

const RovingContext = createContext<Roving>({ current: null, onCurrent: () => {}, level: 1 })

export interface CheckTreeProps {
  readonly label: string
  /** Key of the item that Tab comes to first. */
  readonly first: string
  readonly children: ReactNode
}

/**
 * Check boxes in a tree. Arrow keys go up and down, open and close; Home and End go to its ends; Space and Enter check.
 */
export function CheckTree({ label, first, children }: CheckTreeProps) {
  const root = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(first)
  const roving = useMemo(() => ({ current, onCurrent: setCurrent, level: 1 }), [current])
  return (
    <RovingContext value={roving}>
      <div
        ref={root}
        role="tree"
        aria-label={label}
        aria-multiselectable="true"
        className={styles.tree}
        onKeyDown={move}
      >
        {children}
      </div>
    </RovingContext>
  )

  function move(event: KeyboardEvent<HTMLElement>): void {
    const items = [...(root.current?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])]
    const place = items.indexOf(event.target as HTMLElement)
    const next = nextItem(event.key, items, place)
    if (next === undefined || place < 0) return
    event.preventDefault()
    next.focus()
  }
}

function nextItem(key: string, items: readonly HTMLElement[], place: number): HTMLElement | undefined {
  const item = items[place]
  switch (key) {
    case 'ArrowDown':
      return items[place + 1]
    case 'ArrowUp':
      return items[place - 1]
    case 'Home':
      return items[0]
    case 'End':
      return items.at(-1)
    case 'ArrowRight':
      return item?.getAttribute('aria-expanded') === 'true' ? items[place + 1] : undefined
    case 'ArrowLeft':
      return item?.parentElement?.closest<HTMLElement>('[role=treeitem]') ?? undefined
    default:
      return undefined
  }
}

export interface CheckTreeNodeProps {
  /** Names it among all items of the tree. */
  readonly id: string
  readonly label: string
  /** Beside the label: how many it stands for. */
  readonly note?: string
  readonly checked: 'all' | 'some' | 'none'
  readonly onCheck: () => void
  /** `null`: nothing is below it. */
  readonly opened?: boolean | null
  readonly onOpen?: (opened: boolean) => void
  /** What is below it is still loading. */
  readonly busy?: boolean
  /** Items below it, rendered while it is open. */
  readonly children?: ReactNode
}

const ariaChecked = { all: 'true', some: 'mixed', none: 'false' } as const

export function CheckTreeNode(props: CheckTreeNodeProps) {
  const { id, label, note = '', checked, onCheck, opened = null, onOpen, busy = false, children } = props
  const roving = useContext(RovingContext)
  const { current, onCurrent, level } = roving
  const below = useMemo(() => ({ current, onCurrent, level: level + 1 }), [current, onCurrent, level])
  return (
    <div
      role="treeitem"
      aria-label={note === '' ? label : `${label}, ${note}`}
      aria-level={level}
      aria-checked={ariaChecked[checked]}
      aria-expanded={opened ?? undefined}
      aria-busy={busy || undefined}
      tabIndex={current === id ? 0 : -1}
      className={styles.item}
      onFocus={(event) => event.target === event.currentTarget && onCurrent(id)}
      onKeyDown={press}
    >
      <div className={styles.row} style={{ paddingInlineStart: `${20 * (level - 1)}px` }}>
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className={styles.opener}
          data-none={opened === null || undefined}
          data-opened={opened === true || undefined}
          onClick={() => open(opened !== true)}
        >
          {opened !== null && <Icon name="chevronRight" />}
        </button>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: for pointers; keys are the item's */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are the item's */}
        <div className={styles.words} onClick={check}>
          <span className={styles.box} data-checked={checked}>
            {checked !== 'none' && <Icon name={checked === 'all' ? 'check' : 'minus'} size={14} />}
          </span>
          <span className={styles.label}>{label}</span>
          {note !== '' && <span className={styles.note}>{note}</span>}
        </div>
      </div>
      {opened === true && (
        <RovingContext value={below}>
          {/* biome-ignore lint/a11y/useSemanticElements: a branch of a tree is no set of fields */}
          <div role="group">{children}</div>
        </RovingContext>
      )}
    </div>
  )

  function open(next: boolean): void {
    onCurrent(id)
    onOpen?.(next)
  }

  function check(): void {
    onCurrent(id)
    onCheck()
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget) return
    const isOpener =
      (event.key === 'ArrowRight' && opened === false) || (event.key === 'ArrowLeft' && opened === true)
    if (isOpener) open(opened === false)
    else if (event.key === ' ' || event.key === 'Enter') check()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}
