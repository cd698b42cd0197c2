import type { UpkeepPlanRow } from '@coldkeep/contract/areas/upkeep-plans'
import { NO_VALUE } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import { StatusTag } from '../../kit/StatusTag'
import { useText } from '../../kit/text'
import styles from './upkeep.module.css'

/** The day on which a plan is due, and how near that is: overdue with a mark, within a week in words. */
export function DueCell({ plan }: { plan: UpkeepPlanRow }) {
  const t = useText()
  const words = dueText(plan, t)
  return (
    <span className={styles.due}>
      {plan.dueOn ?? NO_VALUE}
      {plan.state === 'overdue' && <StatusTag status="overdue" word={words ?? undefined} />}
      {plan.state !== 'overdue' && words !== null && <span className={styles.when}>{words}</span>}
    </span>
  )
}

/** How near the due day is, in words; `null` while it is far. */
function dueText({ state, dueInDays }: UpkeepPlanRow, t: Translate): string | null {
  if (state === 'retired') return t('upkeep.outOfUse')
  if (dueInDays === null) return t('upkeep.dueUnknown')
  if (state === 'later') return null
  if (state === 'overdue') return t('upkeep.overdue', { count: -dueInDays })
  if (dueInDays < 0) return t('upkeep.inGrace', { count: -dueInDays })
  return dueInDays === 0 ? t('upkeep.dueToday') : t('upkeep.dueIn', { count: dueInDays })
}
