import {
  type HelpSession,
  type HelpTip,
  judgeHelpTip,
  listHelpTips,
} from '@coldkeep/contract/areas/help-desk'
import { useCall, useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Link } from '../../kit/Link'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { paths } from '../../site/paths'
import styles from './help-desk.module.css'

const REFRESH_MS = 60_000

/** What to try, in the order in which it is tried, and whether it helped. */
export function TipList({ session }: { readonly session: HelpSession }) {
  const t = useText()
  const input = { params: { sessionId: session.id } }
  const answer = useCall(listHelpTips, input, { refreshMs: REFRESH_MS, quiet: true })
  const tips = answer.data?.tips
  if (tips === undefined)
    return answer.error === null ? <Skeleton height={96} /> : <LoadFailure onRetry={answer.refetch} />
  if (tips.length === 0) return <p className={frame.note}>{t('helpDesk.tips.none')}</p>
  return (
    <ol className={styles.tips}>
      {tips.map((tip) => (
        <Tip key={`${tip.rule}/${tip.deviceId}`} tip={tip} session={session} />
      ))}
    </ol>
  )
}

function Tip({ tip, session }: { readonly tip: HelpTip; readonly session: HelpSession }) {
  const t = useText()
  const judging = useSend(judgeHelpTip, { invalidates: [listHelpTips] })
  const { rule, deviceId, device, title, reasons, check, question, helped, rate } = tip
  const judge = (says: boolean) =>
    judging.mutate({ params: { sessionId: session.id }, body: { rule, deviceId, helped: says } })
  const name = device === null ? title : `${device.name}: ${title}`
  return (
    <li>
      <strong>{name}</strong>
      {reasons.map((reason) => (
        <span key={reason} className={frame.note}>
          {reason}
        </span>
      ))}
      <span>{check}</span>
      <span className={styles.tipFoot}>
        <Link href={placeOf(tip, session)}>{t(`helpDesk.tips.place.${tip.place}`)}</Link>
        <Link href={paths.withSearch(paths.faq, { q: question })}>{t('helpDesk.tips.question')}</Link>
        <Button
          size="small"
          icon="thumbUp"
          pressed={helped === true}
          aria-label={t('helpDesk.tips.helpedBy', { tip: name })}
          disabledReason={session.endedAt === null ? null : t('helpDesk.ended')}
          onClick={() => judge(true)}
        >
          {t('helpDesk.tips.helped')}
        </Button>
        <Button
          size="small"
          icon="thumbDown"
          pressed={helped === false}
          aria-label={t('helpDesk.tips.notHelpedBy', { tip: name })}
          disabledReason={session.endedAt === null ? null : t('helpDesk.ended')}
          onClick={() => judge(false)}
        >
          {t('helpDesk.tips.notHelped')}
        </Button>
        {rate !== null && <span className={frame.note}>{t('helpDesk.tips.rate', rate)}</span>}
      </span>
    </li>
  )
}

/** Where more of it is seen. */
function placeOf({ place, deviceId }: HelpTip, { store }: HelpSession): string {
  const ofStore = { store: String(store.id) }
  switch (place) {
    case 'device':
      return deviceId === null ? paths.alarms : paths.device(deviceId)
    case 'alarms':
      return paths.withSearch(paths.alarms, ofStore)
    case 'bus_health':
      return paths.withSearch(paths.busHealth, ofStore)
    case 'parameters':
      return paths.withSearch(paths.controlProfiles, { tab: 'devices', ...ofStore })
    case 'terminals':
      return paths.withSearch(paths.terminals, { q: store.code })
  }
}
