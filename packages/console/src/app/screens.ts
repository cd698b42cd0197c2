import type { ComponentType } from 'react'
import { DEVICE_PATTERN, pagePaths } from './paths'

type Screen = () => Promise<{ readonly default: ComponentType }>

/** The code of each built page, fetched when it is opened. */
export const screens: Readonly<Record<string, Screen>> = {
  [pagePaths.home]: () => import('../areas/home/HomePage').then((area) => ({ default: area.HomePage })),
  [pagePaths.connectionRate]: () =>
    import('../areas/analysis/DeviceConnectionRatePage').then((area) => ({
      default: area.DeviceConnectionRatePage,
    })),
  [pagePaths.systemTasks]: () =>
    import('../areas/system/SystemTasksPage').then((area) => ({ default: area.SystemTasksPage })),
  [DEVICE_PATTERN]: () => import('./DeviceRoute').then((part) => ({ default: part.DeviceRoute })),
}
