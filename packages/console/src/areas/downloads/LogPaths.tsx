import { LONGEST_PATH, MOST_PATHS } from '@coldkeep/contract/areas/log-downloads'
import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from '../../kit/Button'
import { TextField } from '../../kit/field/TextField'
import { IconButton } from '../../kit/IconButton'
import { useText } from '../../kit/text'
import styles from './downloads.module.css'

export interface LogPathsProps {
  readonly paths: readonly string[]
  readonly onPaths: (paths: readonly string[]) => void
}

/** Paths of files below the log folder of a terminal; whether one may be had is up to the terminal. */
export function LogPaths({ paths, onPaths }: LogPathsProps) {
  const t = useText()
  const heading = useId()
  const [typed, setTyped] = useState('')
  const path = typed.trim()
  const isTwice = paths.includes(path)
  const canAdd = path !== '' && !isTwice && paths.length < MOST_PATHS
  const add = () => {
    if (!canAdd) return
    onPaths([...paths, path])
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || path === '') return
    event.preventDefault()
    add()
  }
  return (
    <section className={styles.lines} aria-labelledby={heading}>
      <h2 id={heading}>{t('logDownload.files')}</h2>
      <div className={styles.adding}>
        <TextField
          label={t('logDownload.path')}
          help={t('logDownload.filesHint')}
          error={isTwice ? t('logDownload.pathTwice') : null}
          monospace
          maxLength={LONGEST_PATH}
          value={typed}
          onChange={setTyped}
          onKeyDown={onKeyDown}
        />
        <Button onClick={add}>{t('logDownload.add')}</Button>
      </div>
      {paths.length > 0 && (
        <ul className={styles.scroll}>
          {paths.map((one) => (
            <li key={one} className={styles.pick}>
              <code>{one}</code>
              <IconButton
                icon="close"
                label={t('logDownload.remove', { path: one })}
                onClick={() => onPaths(paths.filter((other) => other !== one))}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
