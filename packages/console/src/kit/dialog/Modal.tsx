import { Modal as MantineModal } from '@mantine/core'
import type { ReactNode } from 'react'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import { IconButton } from '../IconButton'
import { useText } from '../text'
import { layers } from '../theme/layers'
import { useNarrow } from '../use-narrow'
import { useFocusReturn, useScrollLock, useTopLayer } from './layers'
import styles from './Modal.module.css'

export interface ModalProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  /** 350 for short things, 560 for two columns, 1200 for record tables. */
  readonly widthPx?: 350 | 560 | 800 | 1200
  readonly children: ReactNode
  /** Buttons at the foot, right-aligned; the safe one first. */
  readonly footer?: ReactNode
  readonly role?: 'dialog' | 'alertdialog'
  readonly layer?: 'modal' | 'error'
  /** Fills the screen of a phone. */
  readonly fullOnPhone?: boolean
  readonly closeOnClickOutside?: boolean
  /** `top` keeps the head in place while the content grows. */
  readonly place?: 'centre' | 'top'
}

export function Modal(props: ModalProps) {
  const { opened, onClose, title, widthPx = 350, children, footer, role = 'dialog', layer = 'modal' } = props
  const { fullOnPhone = widthPx > 350, closeOnClickOutside = false, place = 'centre' } = props
  const t = useText()
  const narrow = useNarrow()
  const fills = narrow && fullOnPhone
  useTopLayer(opened, onClose)
  useFocusReturn(opened)
  useScrollLock(opened)
  return (
    <MantineModal
      opened={opened}
      onClose={onClose}
      size={`min(${widthPx}px, 100%)`}
      centered={place === 'centre' && !fills}
      yOffset={place === 'top' ? '12vh' : undefined}
      fullScreen={fills}
      zIndex={layers[layer]}
      closeOnEscape={false}
      closeOnClickOutside={closeOnClickOutside}
      withCloseButton={false}
      returnFocus={false}
      lockScroll={false}
      overlayProps={{ className: styles.scrim }}
      transitionProps={{ duration: 0 }}
      padding={0}
      classNames={{ content: styles.content, body: styles.body, inner: styles.inner }}
      attributes={{ inner: { 'data-full': fills || undefined } }}
    >
      <div ref={role === 'alertdialog' ? makeAlert : undefined} className={styles.head}>
        <MantineModal.Title className={styles.title}>{title}</MantineModal.Title>
        {role === 'dialog' && (
          <IconButton icon="close" size="small" label={t('kit.dialog.close')} onClick={onClose} />
        )}
      </div>
      <div className={styles.text}>{children}</div>
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </MantineModal>
  )
}

/** Mantine fixes the role of its dialogs; this one interrupts, and says so. */
function makeAlert(head: HTMLElement | null): void {
  head?.closest('[role="dialog"]')?.setAttribute('role', 'alertdialog')
}
