import { listBreaches } from '@coldkeep/contract/areas/corrections'
import { useCall } from '../../api/use-call'
import { Link } from '../../kit/Link'
import { useText } from '../../kit/text'
import { paths } from '../../site/paths'
import { grantedPages, useSession } from '../../site/session'
import type { AlarmEntry } from './alarm-words'

const FIRST = {
  ...{ departmentId: null, storeId: null, deviceId: null },
  ...({ show: 'open', timezone: 0, search: '', page: 1, pageSize: 1 } as const),
} as const

/** The way to the breach that an alarm belongs to, and to what was done about it; nothing where there is none. */
export function AlarmCorrection({ alarm }: { readonly alarm: AlarmEntry }) {
  const t = useText()
  const maySee = grantedPages(useSession())['1-2'] === true && alarm.device !== null
  const answer = useCall(listBreaches, maySee ? { query: { ...FIRST, alarmId: alarm.id } } : null, {
    quiet: true,
  })
  const [breach, ...others] = answer.data?.records ?? []
  if (breach === undefined) return null
  const isOnly = others.length === 0 && answer.data?.total === 1
  const where = isOnly ? { breach: String(breach.id) } : {}
  const search = { tab: 'corrections', alarm: String(alarm.id), ...where }
  return (
    <Link look="button" href={paths.withSearch(paths.temperatureAssurance, search)}>
      {t('handling.correction')}
    </Link>
  )
}
