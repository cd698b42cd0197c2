import { useEffect, useState } from 'react'
import { announce } from './announce'
import { Button } from './Button'
import { Icon } from './icons'
import { makeStore } from './store'
import styles from './Toast.module.css'
import { useText } from './text'

const SHOWN_MS = 5_000

interface Shown {
  readonly id: number
  readonly text: string
  readonly undo?: () => void
}

const toasts = makeStore<readonly Shown[]>([])
let nextId = 1

/**
 * A success in few words, for five seconds. Errors never go here.
 * @param undo takes it back, where that is one tap
 */
export function showToast(text: string, undo?: () => void): void {
  announce(text)
  toasts.set([...toasts.get(), { id: nextId++, text, undo }])
}

/** Where toasts appear; placed once, by the kit's provider. */
export function ToastHost() {
  const t = useText()
  const shown = toasts.use()
  return (
    <section className={styles.host} aria-label={t('kit.toast.region')} data-no-print>
      {shown.map((toast) => (
        <ToastBox key={toast.id} {...toast} onEnd={() => remove(toast.id)} />
      ))}
    </section>
  )
}

function ToastBox({ text, undo, onEnd }: Omit<Shown, 'id'> & { readonly onEnd: () => void }) {
  const t = useText()
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    if (paused) return
    const timer = setTimeout(onEnd, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [paused, onEnd])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only keep the message longer
    <div
      className={styles.toast}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <span className={styles.mark}>
        <Icon name="done" size={20} />
      </span>
      <span className={styles.text}>{text}</span>
      {undo !== undefined && (
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            onEnd()
            undo()
          }}
        >
          {t('kit.toast.undo')}
        </Button>
      )}
      <button type="button" className={styles.close} aria-label={t('kit.toast.dismiss')} onClick={onEnd}>
        <Icon name="close" />
      </button>
    </div>
  )
}

function remove(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}
