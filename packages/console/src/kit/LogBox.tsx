import { useId, useLayoutEffect, useRef } from 'react'
import { CopyButton } from './CopyButton'
import styles from './LogBox.module.css'

export interface LogLine {
  readonly key: string
  /** As it is written before the text. */
  readonly time: string
  readonly text: string
  readonly isFault?: boolean
}

/** What happened, line by line, newest last. It stays at its end until the reader scrolls back. */
export function LogBox({ title, lines }: { readonly title: string; readonly lines: readonly LogLine[] }) {
  const headingId = useId()
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line is another end
  useLayoutEffect(() => {
    if (isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [lines.length])
  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <header className={styles.head}>
        <h2 id={headingId} className={styles.title}>
          {title}
        </h2>
        <CopyButton size="small" text={lines.map(({ time, text }) => `${time}\t${text}`).join('\n')} />
      </header>
      <div
        ref={box}
        role="log"
        aria-labelledby={headingId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls has to be reached with keys
        tabIndex={0}
        className={styles.lines}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 4
        }}
      >
        {lines.map(({ key, time, text, isFault }) => (
          <p key={key} className={styles.line} data-fault={isFault || undefined}>
            <time className={styles.time}>{time}</time>
            <span>{text}</span>
          </p>
        ))}
      </div>
    </section>
  )
}
