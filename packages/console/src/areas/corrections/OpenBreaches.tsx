import { listBreaches } from '@coldkeep/contract/areas/corrections'
import { useCall } from '../../api/use-call'
import { Link } from '../../kit/Link'
import { StatusTag } from '../../kit/StatusTag'
import { useText } from '../../kit/text'
import { paths } from '../../site/paths'
import styles from './corrections.module.css'
import { CORRECTIONS } from './corrections-tab'

const REFRESH_MS = 60_000
const FIRST = {
  ...{ departmentId: null, storeId: null, deviceId: null, alarmId: null },
  ...({ show: 'open', timezone: 0, search: '', page: 1, pageSize: 1 } as const),
} as const

/** How many breaches are open, and the way to what was done about them. */
export function OpenBreaches() {
  const t = useText()
  const answer = useCall(listBreaches, { query: FIRST }, { refreshMs: REFRESH_MS, quiet: true })
  const open = answer.data?.open ?? 0
  return (
    <div className={styles.strip} data-no-print>
      <Link look="button" href={paths.withSearch(paths.temperatureAssurance, { tab: CORRECTIONS })}>
        {t('corrections.tab')}
      </Link>
      {open > 0 && <StatusTag status="overdue" word={t('corrections.openOnes', { count: open })} />}
    </div>
  )
}
