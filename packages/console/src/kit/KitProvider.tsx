import { createTheme, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import './theme/type.css'
import './theme/tokens.css'
import './theme/mantine.css'
import './theme/ground.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import { LiveRegions } from './announce'
import { ToastHost } from './Toast'

const THEME_STORAGE_KEY = 'coldkeep.theme'
const themeStorage = localStorageColorSchemeManager({ key: THEME_STORAGE_KEY })

const theme = createTheme({
  cursorType: 'pointer',
  focusRing: 'never',
  respectReducedMotion: true,
  activeClassName: '',
})

/**
 * Everything the kit needs around the application. Mantine's variables come from our own style file, so that no
 * style element is made at run time and a strict content security policy holds.
 */
export function KitProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={themeStorage}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
      <ToastHost />
      <LiveRegions />
    </MantineProvider>
  )
}
