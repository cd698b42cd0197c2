import { useEffect, useState } from 'react'
import { Button } from './Button'
import styles from './StillLoading.module.css'
import { useText } from './text'

const SLOW_AFTER_MS = 10_000

/** Says after ten seconds that something still loads, and offers to stop it; nothing before that. */
export function StillLoading({ isRunning, onCancel }: { isRunning: boolean; onCancel: () => void }) {
  const t = useText()
  const isSlow = useSlow(isRunning)
  return (
    <span role="status" className={styles.slow}>
      {isSlow && (
        <>
          {t('kit.state.stillLoading')}
          <Button size="small" variant="quiet" onClick={onCancel}>
            {t('shell.words.cancel')}
          </Button>
        </>
      )}
    </span>
  )
}

function useSlow(isRunning: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isRunning])
  return isRunning && isSlow
}
