import { Modal } from '../kit/dialog/Modal'
import { useText } from '../kit/text'
import { areSingleKeysOn } from '../kit/use-shortcut'
import styles from './ShortcutSheet.module.css'

/** The keys that work in the console. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const t = useText()
  const mod = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'
  const then = ` ${t('shell.shortcuts.followedBy')} `
  const keys: readonly (readonly [string, string])[] = [
    [`${mod} K`, t('shell.shortcuts.palette')],
    ['?', t('shell.shortcuts.sheet')],
    ['/', t('shell.shortcuts.search')],
    [`g${then}h`, t('shell.shortcuts.goHome')],
    [`g${then}a`, t('shell.shortcuts.goAlarms')],
    [`g${then}m`, t('shell.shortcuts.goMaintenance')],
    ['[', t('shell.shortcuts.previous')],
    [']', t('shell.shortcuts.next')],
    ['f', t('shell.shortcuts.filters')],
    [`${mod} Enter`, t('shell.shortcuts.submit')],
    ['↑ ↓ Space Enter', t('shell.shortcuts.rows')],
    ['Esc', t('shell.shortcuts.escape')],
  ]
  return (
    <Modal opened onClose={onClose} title={t('shell.shortcuts.title')} widthPx={560}>
      {!areSingleKeysOn() && <p className={styles.off}>{t('shell.shortcuts.off')}</p>}
      <dl className={styles.keys}>
        {keys.map(([key, words]) => (
          <div key={key} className={styles.line}>
            <dt>
              <kbd className={styles.key}>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
