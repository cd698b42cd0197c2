import { Drawer as MantineDrawer } from '@mantine/core'
import { type ReactNode, type TouchEvent, useRef } from 'react'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import styles from './Drawer.module.css'
import { useScrollLock, useTopLayer } from './dialog/layers'
import { layers } from './theme/layers'

const SWIPE_PX = 60

export interface DrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly label: string
  readonly children: ReactNode
}

/** A panel from the left edge. Esc, the scrim and a swipe to the left close it; the focus stays inside. */
export function Drawer({ opened, onClose, label, children }: DrawerProps) {
  const startX = useRef(0)
  useTopLayer(opened, onClose)
  useScrollLock(opened)
  const end = (event: TouchEvent) => {
    if (startX.current - (event.changedTouches[0]?.clientX ?? startX.current) > SWIPE_PX) onClose()
  }
  return (
    <MantineDrawer
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      closeOnEscape={false}
      lockScroll={false}
      size="min(320px, 86vw)"
      padding={0}
      zIndex={layers.drawer}
      overlayProps={{ className: styles.scrim }}
      transitionProps={{ duration: 0 }}
      classNames={{ content: styles.content, body: styles.body }}
      attributes={{ content: { 'aria-label': label } }}
    >
      <div
        onTouchStart={(event) => {
          startX.current = event.touches[0]?.clientX ?? 0
        }}
        onTouchEnd={end}
      >
        {children}
      </div>
    </MantineDrawer>
  )
}
