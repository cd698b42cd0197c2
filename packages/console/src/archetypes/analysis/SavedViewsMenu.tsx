import { type ReactNode, useState } from 'react'
import { Button } from '../../kit/Button'
import { IconButton } from '../../kit/IconButton'
import { Popover } from '../../kit/Popover'
import { useText } from '../../kit/text'
import styles from './analysis.module.css'
import type { SavedViews } from './use-saved-views'

export interface SavedViewsMenuProps {
  readonly saved: SavedViews
  /** The button that saves the present view. */
  readonly saveButton: ReactNode
  readonly onShown: () => void
}

/** The views of the page by name: each is shown or deleted. */
export function SavedViewsMenu({ saved, saveButton, onShown }: SavedViewsMenuProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      label={t('analysis.view.views')}
      target={
        <Button
          variant="quiet"
          size="small"
          icon="bookmark"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {saved.current?.name ?? t('analysis.view.views')}
        </Button>
      }
    >
      <div className={styles.views}>
        {saved.views.length === 0 ? (
          <p className={styles.noViews}>{t('analysis.view.none')}</p>
        ) : (
          <ul>
            {saved.views.map((view) => (
              <li key={view.id}>
                <button
                  type="button"
                  className={styles.view}
                  aria-current={view === saved.current || undefined}
                  onClick={() => {
                    setOpen(false)
                    saved.show(view)
                    onShown()
                  }}
                >
                  {view.name}
                </button>
                <IconButton
                  icon="remove"
                  size="small"
                  label={t('analysis.view.remove', { name: view.name })}
                  onClick={() => saved.remove(view)}
                />
              </li>
            ))}
          </ul>
        )}
        {saveButton}
      </div>
    </Popover>
  )
}
