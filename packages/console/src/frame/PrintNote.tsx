import { timeParts } from '@coldkeep/phrases/format'
import { useText } from '../kit/text'
import { usePrinting } from '../kit/use-printing'
import { useConfig } from '../site/config'
import { useSession } from '../site/session'
import styles from './PrintNote.module.css'

/** At the foot of every printed page: what it is, who printed it, and when. */
export function PrintNote({ title }: { title: string }) {
  const t = useText()
  const config = useConfig()
  const name = useSession()?.name ?? ''
  if (!usePrinting()) return null
  const now = new Date()
  const { date, minute } = timeParts(now.getTime())
  const zone = Intl.DateTimeFormat(undefined, { timeZoneName: 'shortOffset' })
    .formatToParts(now)
    .find((part) => part.type === 'timeZoneName')?.value
  return (
    <p className={styles.note}>
      {[config.title, title, name, t('kit.chart.printedAt', { time: `${date} ${minute} (${zone})` })].join(
        ' · ',
      )}
    </p>
  )
}
