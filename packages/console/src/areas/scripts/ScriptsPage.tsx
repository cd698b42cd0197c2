import { Suspense } from 'react'
import { lazily } from '../../kit/lazily'
import { PageHead } from '../../site/PageHead'
import { Skeleton } from '../../kit/Skeleton'
import { Tabs } from '../../kit/Tabs'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'

const panels = {
  manage: lazily(() => import('./ManageScripts'), 'ManageScripts'),
  report: lazily(() => import('./ReportSetting'), 'ReportSetting'),
  download: lazily(() => import('./DownloadPanel'), 'DownloadPanel'),
}
type Panel = keyof typeof panels
/** Of tables that are on their way. */
const HEIGHT_PX = 320

/** What is polled together, when it is in alarm, and which stores poll it. */
export function ScriptsPage() {
  const t = useText()
  const [{ tab }, changeAddress] = useAddress()
  const tabs: readonly { readonly key: Panel; readonly label: string }[] = [
    { key: 'manage', label: t('scripts.manage') },
    { key: 'report', label: t('scripts.report') },
    { key: 'download', label: t('scripts.download') },
  ]
  const current = tabs.find(({ key }) => key === tab)?.key ?? 'manage'
  const Panel = panels[current]
  return (
    <div className={frame.page}>
      <PageHead />
      <Tabs
        label={t('shell.pages.scripts')}
        tabs={tabs}
        current={current}
        onChange={(key) => changeAddress({ tab: key === 'manage' ? undefined : key })}
      >
        <Suspense fallback={<Skeleton height={HEIGHT_PX} />}>
          <Panel />
        </Suspense>
      </Tabs>
    </div>
  )
}
