import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'

export const themes = ['light', 'dark', 'auto'] as const
/** `auto` follows the system. */
export type Theme = (typeof themes)[number]

/** The chosen theme, the one in effect, and how to choose. The choice is remembered in this browser. */
export function useTheme(): { chosen: Theme; effective: 'light' | 'dark'; choose: (theme: Theme) => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const effective = useComputedColorScheme('light')
  return { chosen: colorScheme, effective, choose: setColorScheme }
}
