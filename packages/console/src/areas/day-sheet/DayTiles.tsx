import type { ListedDay } from '@coldkeep/contract/areas/day-sheets'
import type { StoreId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import { Icon } from '../../kit/icons'
import { Link } from '../../kit/Link'
import { useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import { paths } from '../../site/paths'
import styles from './day-sheet.module.css'

export interface DayTilesProps {
  readonly storeId: StoreId
  readonly days: readonly ListedDay[]
  readonly label: string
  /** The day that is open. */
  readonly current: string | null
}

/** Days of a store as links, the oldest first. */
export function DayTiles({ storeId, days, label, current }: DayTilesProps) {
  const t = useText()
  const [{ dep }] = useAddress()
  return (
    <nav aria-label={label} data-no-print>
      <ol className={styles.tiles}>
        {days.map((day) => (
          <li key={day.on}>
            <Link
              look="plain"
              className={styles.tile}
              data-open={day.signedBy === null || undefined}
              data-out={day.outOfLimits > 0 || undefined}
              aria-current={day.on === current ? 'date' : undefined}
              aria-label={tileText(day, t)}
              href={paths.withSearch(paths.daySheet, { dep, store: String(storeId), date: day.on })}
            >
              <span className={styles.tileDay}>{day.on.slice(8)}</span>
              <span className={styles.tileSign}>
                {day.signedBy !== null && <Icon name="check" size={14} />}
                {day.reviewedBy !== null && <Icon name="check" size={14} />}
              </span>
              <span className={styles.tileRounds}>{day.rounds === 0 ? '–' : day.rounds}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function tileText({ on: day, signedBy, reviewedBy, rounds, outOfLimits }: ListedDay, t: Translate): string {
  const signed =
    signedBy === null
      ? t('daySheet.tile.open', { day })
      : reviewedBy === null
        ? t('daySheet.tile.signed', { day, name: signedBy })
        : t('daySheet.tile.reviewed', { day, name: signedBy, reviewer: reviewedBy })
  const walked = rounds === 0 ? t('daySheet.tile.noRound') : t('daySheet.tile.rounds', { count: rounds })
  const out = outOfLimits === 0 ? [] : [t('daySheet.tile.out', { count: outOfLimits })]
  return [signed, walked, ...out].join(', ')
}
