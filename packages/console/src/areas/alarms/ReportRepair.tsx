import { reportRepair } from '@coldkeep/contract/areas/repair'
import { Button } from '../../kit/Button'
import { Link } from '../../kit/Link'
import { useText } from '../../kit/text'
import { paths } from '../../site/paths'
import { useWhyNot } from '../../site/use-why-not'
import type { AlarmEntry } from './alarm-words'

/** Leads to the page of repairs, where alarms of one store become a case or join one. */
export function ReportRepair({ alarms }: { readonly alarms: readonly AlarmEntry[] }) {
  const t = useText()
  const whyNot = useWhyNot()
  const stores = new Set(alarms.map(({ store }) => store.id))
  const missing =
    alarms.length === 0 ? t('handling.chooseFirst') : stores.size > 1 ? t('handling.oneStore') : null
  const reason = whyNot(reportRepair) ?? missing
  if (reason !== null)
    return (
      <Button size="small" disabledReason={reason}>
        {t('handling.repair')}
      </Button>
    )
  const report = alarms.map(({ id }) => id).join(',')
  return (
    <Link look="button" href={paths.withSearch(paths.repair, { report })}>
      {t('handling.repair')}
    </Link>
  )
}
