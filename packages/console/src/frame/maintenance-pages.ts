import { lazyRouteComponent } from '@tanstack/react-router'
import { withTexts } from '../site/language'
import type { Page } from '../site/pages'
import { pagePaths } from '../site/paths'

const maintenance = { group: 'maintenance', icon: 'maintenance' } as const

/** The pages of maintenance, and the messages of the reader, in their order. */
export const maintenancePages: readonly Page[] = [
  {
    path: pagePaths.onlineMaintenance,
    key: '4-1',
    title: 'shell.pages.onlineMaintenance',
    ...maintenance,
    screen: lazyRouteComponent(
      () => withTexts('screens', () => import('../areas/screens/OnlineMaintenancePage')),
      'OnlineMaintenancePage',
    ),
  },
  {
    path: pagePaths.helpDesk,
    key: '4-2',
    title: 'shell.pages.helpDesk',
    ...maintenance,
    screen: lazyRouteComponent(
      () => withTexts('helpDesk', () => import('../areas/help-desk/HelpDeskPage')),
      'HelpDeskPage',
    ),
  },
  {
    path: pagePaths.upkeep,
    key: '4-3',
    title: 'shell.pages.upkeep',
    ...maintenance,
    screen: lazyRouteComponent(
      () => withTexts('upkeep', () => import('../areas/upkeep/UpkeepPage')),
      'UpkeepPage',
    ),
  },
  {
    path: pagePaths.daySheet,
    key: '4-3',
    title: 'shell.pages.daySheet',
    ...maintenance,
    screen: lazyRouteComponent(
      () => withTexts('daySheet', () => import('../areas/day-sheet/DailySheetPage')),
      'DailySheetPage',
    ),
  },
  {
    path: pagePaths.repair,
    key: '4-4',
    title: 'shell.pages.repair',
    ...maintenance,
    screen: lazyRouteComponent(
      () => withTexts('repair', () => import('../areas/repair/RepairPage')),
      'RepairPage',
    ),
  },
  {
    path: pagePaths.notificationRecord,
    key: '4-5',
    title: 'shell.pages.notificationRecord',
    ...maintenance,
    screen: lazyRouteComponent(
      () => import('../areas/notices/NotificationRecordPage'),
      'NotificationRecordPage',
    ),
  },
  {
    path: pagePaths.sendMessage,
    key: '4-6',
    title: 'shell.pages.sendMessage',
    ...maintenance,
    screen: lazyRouteComponent(
      () => withTexts('bulletins', () => import('../areas/bulletins/SendMessagePage')),
      'SendMessagePage',
    ),
  },
  {
    path: pagePaths.messages,
    key: null,
    title: 'shell.pages.ownMessages',
    group: null,
    icon: 'bell',
    screen: lazyRouteComponent(
      () => withTexts('bulletins', () => import('../areas/bulletins/MessagesPage')),
      'MessagesPage',
    ),
  },
]
