import { CheckField } from '../../kit/field/CheckField'
import { ClockField } from '../../kit/field/ClockField'
import { DateField } from '../../kit/field/DateField'
import { RadioField } from '../../kit/field/RadioField'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './bulletins.module.css'
import type { ZonedPartProps } from './PlaceStep'

/** Whether and until when people confirm a message, and when it goes out. */
export function SendingPart({ draft, zones, onChange }: ZonedPartProps) {
  const t = useText()
  const [zone = 'UTC', ...others] = zones
  return (
    <div className={frame.stack}>
      <CheckField
        label={t('bulletins.needsConfirmation')}
        checked={draft.needsConfirmation}
        onChange={(needsConfirmation) => onChange({ needsConfirmation })}
      />
      {draft.needsConfirmation && (
        <>
          <CheckField
            label={t('bulletins.firstCounts')}
            checked={draft.firstCounts}
            onChange={(firstCounts) => onChange({ firstCounts })}
          />
          <div className={styles.when}>
            <DateField
              label={t('bulletins.deadlineDay')}
              value={draft.deadlineDay}
              onChange={(deadlineDay) => onChange({ deadlineDay })}
            />
            <ClockField
              label={t('bulletins.deadlineTime')}
              value={draft.deadlineTime}
              onChange={(deadlineTime) => onChange({ deadlineTime })}
            />
          </div>
          {draft.deadlineDay !== null && <p className={frame.note}>{t('bulletins.remindersHelp')}</p>}
        </>
      )}
      <RadioField
        label={t('bulletins.sendWhen')}
        direction="row"
        value={draft.isLater ? 'later' : 'now'}
        choices={[
          { value: 'now', label: t('bulletins.now') },
          { value: 'later', label: t('bulletins.later') },
        ]}
        onChange={(next) => onChange({ isLater: next === 'later' })}
      />
      {draft.isLater && (
        <div className={styles.when}>
          <DateField
            label={t('bulletins.sendDay')}
            required
            value={draft.sendDay}
            onChange={(sendDay) => onChange({ sendDay })}
          />
          <ClockField
            label={t('bulletins.sendTime')}
            value={draft.sendTime}
            onChange={(sendTime) => onChange({ sendTime })}
          />
        </div>
      )}
      {(draft.isLater || draft.deadlineDay !== null) && (
        <p className={frame.note}>
          {others.length === 0
            ? t('bulletins.onClock', { zone })
            : t('bulletins.zones', { zones: zones.join(', ') })}
        </p>
      )}
    </div>
  )
}
