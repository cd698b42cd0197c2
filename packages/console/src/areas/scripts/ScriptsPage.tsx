import { type PageTab, TabbedPage } from '../../archetypes/TabbedPage'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'

const tabs: readonly [PageTab, ...PageTab[]] = [
  {
    key: 'manage',
    label: (t) => t('scripts.manage'),
    panel: lazily(() => import('./ManageScripts'), 'ManageScripts'),
  },
  {
    key: 'report',
    label: (t) => t('scripts.report'),
    panel: lazily(() => import('./ReportSetting'), 'ReportSetting'),
  },
  {
    key: 'download',
    label: (t) => t('scripts.download'),
    panel: lazily(() => import('./DownloadPanel'), 'DownloadPanel'),
  },
]

/** What is polled together, when it is in alarm, and which stores poll it. */
export function ScriptsPage() {
  const t = useText()
  return <TabbedPage label={t('shell.pages.scripts')} tabs={tabs} />
}
