import { isAlwaysInMenu, type PageKey } from '@coldkeep/domain/access/page-key'
import type { PhraseKey } from '@coldkeep/phrases/keys'
import type { IconName } from '../kit/icons'
import { DEVICE_PATTERN, pagePaths } from './paths'

export type MenuGroup = 'home' | 'analysis' | 'form' | 'network' | 'maintenance' | 'support'
/** The headed columns of the form-setting panel. */
export type MenuColumn = 'download' | 'settings' | 'expansion' | 'updateJob'

type PageTitle = Extract<PhraseKey, `shell.pages.${string}` | `shell.tabs.${string}`>

export interface Page {
  readonly path: string
  /** A second address of the same screen. */
  readonly alsoAt?: string
  /** Under which key it is granted; `null` for pages of every signed-in account. */
  readonly key: PageKey | null
  readonly title: PageTitle
  /** A shorter title for section tabs. */
  readonly tab?: PageTitle
  /** Where it stands in the menu; `null` for pages that are reached from others. */
  readonly group: MenuGroup | null
  readonly column?: MenuColumn
  readonly icon: IconName
  /** Its screen stands in screens.ts. A page without one is in no menu and answers Not found. */
  readonly isBuilt?: true
}

const analysis = { group: 'analysis', icon: 'chart' } as const
const download = { group: 'form', column: 'download', icon: 'fileDownload' } as const
const settings = { group: 'form', column: 'settings', icon: 'settings' } as const
const expansion = { group: 'form', column: 'expansion', icon: 'adjust' } as const
const network = { group: 'network', icon: 'device' } as const
const maintenance = { group: 'maintenance', icon: 'maintenance' } as const
const support = { group: 'support', icon: 'question' } as const

/**
 * Every page of the console: navigation, breadcrumb, document title, command palette and guards read this table,
 * in this order.
 */
export const pages: readonly Page[] = [
  {
    path: pagePaths.home,
    alsoAt: pagePaths.root,
    key: null,
    title: 'shell.pages.home',
    group: 'home',
    icon: 'home',
    isBuilt: true,
  },
  {
    path: pagePaths.account,
    key: null,
    title: 'shell.pages.account',
    group: null,
    icon: 'user',
    isBuilt: true,
  },
  {
    path: pagePaths.connectionRate,
    key: '1-1',
    title: 'shell.pages.connectionRate',
    ...analysis,
    isBuilt: true,
  },
  {
    path: pagePaths.temperatureAssurance,
    key: '1-2',
    title: 'shell.pages.temperatureAssurance',
    tab: 'shell.tabs.temperatureAssurance',
    ...analysis,
    isBuilt: true,
  },
  {
    path: pagePaths.freezerHealth,
    key: '1-3',
    title: 'shell.pages.freezerHealth',
    ...analysis,
    isBuilt: true,
  },
  {
    path: pagePaths.demand,
    key: '1-4',
    title: 'shell.pages.demand',
    ...analysis,
    isBuilt: true,
  },
  {
    path: pagePaths.energyComparison,
    key: '1-5',
    title: 'shell.pages.energyComparison',
    ...analysis,
    isBuilt: true,
  },
  {
    path: pagePaths.operation,
    key: '1-6',
    title: 'shell.pages.operation',
    ...analysis,
    isBuilt: true,
  },
  { path: pagePaths.alarms, key: '1-7', title: 'shell.pages.alarms', ...analysis, isBuilt: true },
  {
    path: pagePaths.alarmRecord,
    key: '1-7',
    title: 'shell.pages.alarmRecord',
    ...analysis,
    isBuilt: true,
  },
  {
    path: pagePaths.earlyWarnings,
    key: '1-8',
    title: 'shell.pages.earlyWarnings',
    ...analysis,
    isBuilt: true,
  },
  {
    path: pagePaths.sensorReport,
    key: '2-1-1',
    title: 'shell.pages.sensorReport',
    ...download,
    isBuilt: true,
  },
  {
    path: pagePaths.scheduledReports,
    key: '2-1-1',
    title: 'shell.pages.scheduledReports',
    ...download,
    isBuilt: true,
  },
  {
    path: pagePaths.insuredDownload,
    key: '2-1-2',
    title: 'shell.pages.insuredDownload',
    ...download,
    isBuilt: true,
  },
  {
    path: pagePaths.terminalLog,
    key: '2-1-3',
    title: 'shell.pages.terminalLog',
    isBuilt: true,
    ...download,
  },
  {
    path: pagePaths.connectionLoss,
    key: '2-2-1',
    title: 'shell.pages.connectionLoss',
    ...settings,
    isBuilt: true,
  },
  {
    path: pagePaths.notificationTargets,
    key: '2-2-2',
    title: 'shell.pages.notificationTargets',
    ...settings,
    isBuilt: true,
  },
  {
    path: pagePaths.earlyWarningSetting,
    key: '2-2-3',
    title: 'shell.pages.earlyWarningSetting',
    ...settings,
    isBuilt: true,
  },
  {
    path: pagePaths.permissions,
    key: '2-2-4',
    title: 'shell.pages.permissions',
    ...settings,
    isBuilt: true,
  },
  {
    path: pagePaths.organisationSetting,
    key: '2-2-5',
    title: 'shell.pages.organisationSetting',
    ...settings,
    isBuilt: true,
  },
  {
    path: pagePaths.storeSettings,
    key: '2-2-5',
    title: 'shell.pages.storeSettings',
    ...settings,
    isBuilt: true,
  },
  { path: pagePaths.credits, key: '2-2-5', title: 'shell.pages.credits', ...settings },
  {
    path: pagePaths.systemTasks,
    key: '2-2-4',
    title: 'shell.pages.systemTasks',
    ...settings,
    isBuilt: true,
  },
  { path: pagePaths.audit, key: '2-2-4', title: 'shell.pages.audit', ...settings, isBuilt: true },
  { path: pagePaths.apiKeys, key: '2-2-4', title: 'shell.pages.apiKeys', ...settings, isBuilt: true },
  { path: pagePaths.pollTables, key: '2-3-1', title: 'shell.pages.pollTables', ...expansion, isBuilt: true },
  { path: pagePaths.scripts, key: '2-3-2', title: 'shell.pages.scripts', ...expansion, isBuilt: true },
  { path: pagePaths.singleRun, key: '2-3-3', title: 'shell.pages.singleRun', ...expansion, isBuilt: true },
  {
    path: pagePaths.firmware,
    key: '2-4',
    title: 'shell.pages.firmware',
    group: 'form',
    column: 'updateJob',
    icon: 'upload',
  },
  {
    path: pagePaths.remoteOperation,
    key: '3-1',
    title: 'shell.pages.remoteOperation',
    ...network,
    isBuilt: true,
  },
  { path: pagePaths.equipment, key: '3-2', title: 'shell.pages.equipment', ...network, isBuilt: true },
  { path: pagePaths.terminals, key: '3-2', title: 'shell.pages.terminals', ...network, isBuilt: true },
  { path: pagePaths.busHealth, key: '3-2', title: 'shell.pages.busHealth', ...network, isBuilt: true },
  { path: pagePaths.quarantine, key: '3-2', title: 'shell.pages.quarantine', ...network, isBuilt: true },
  { path: pagePaths.controlProfiles, key: '3-3', title: 'shell.pages.controlProfiles', ...network },
  { path: pagePaths.alertService, key: '3-4', title: 'shell.pages.alertService', ...network },
  { path: pagePaths.onlineMaintenance, key: '4-1', title: 'shell.pages.onlineMaintenance', ...maintenance },
  { path: pagePaths.helpDesk, key: '4-2', title: 'shell.pages.helpDesk', ...maintenance },
  { path: pagePaths.upkeep, key: '4-3', title: 'shell.pages.upkeep', ...maintenance },
  { path: pagePaths.repair, key: '4-4', title: 'shell.pages.repair', ...maintenance },
  {
    path: pagePaths.notificationRecord,
    key: '4-5',
    title: 'shell.pages.notificationRecord',
    ...maintenance,
    isBuilt: true,
  },
  { path: pagePaths.sendMessage, key: '4-6', title: 'shell.pages.sendMessage', ...maintenance },
  { path: pagePaths.faq, key: '5-1', title: 'shell.pages.faq', ...support },
  { path: pagePaths.about, key: '5-2', title: 'shell.pages.about', ...support },
  {
    path: DEVICE_PATTERN,
    key: '3-2',
    title: 'shell.pages.device',
    group: null,
    icon: 'device',
    isBuilt: true,
  },
]

/** The page of an address; addresses tell capitals from small letters. */
export function pageAt(pathname: string): Page | undefined {
  return pages.find(({ path, alsoAt }) => {
    if (path === pathname || alsoAt === pathname) return true
    return path === DEVICE_PATTERN && /^\/device\/[^/]+$/.test(pathname)
  })
}

/** The canonical spelling of an address that differs from a page only in capitals or a slash at its end. */
export function canonicalPath(pathname: string): string | null {
  const plain = pathname.replace(/\/+$/, '').toLowerCase()
  const known = [...pages.map(({ path }) => path), pagePaths.login].find(
    (path) => path.toLowerCase() === plain,
  )
  return known === undefined || known === pathname ? null : known
}

/** True when the account may open the page, as far as the console knows. */
export function mayOpen(page: Pick<Page, 'key'>, granted: Readonly<Record<string, boolean>>): boolean {
  return page.key === null || isAlwaysInMenu(page.key) || granted[page.key] === true
}
