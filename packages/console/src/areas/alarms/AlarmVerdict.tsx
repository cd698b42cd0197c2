import { useText } from '../../kit/text'
import { type AlarmEntry, placeText, warningOf } from './alarm-words'
import { VerdictButtons, type VerdictButtonsProps } from './VerdictButtons'

export interface AlarmVerdictProps extends Pick<VerdictButtonsProps, 'look'> {
  readonly alarm: AlarmEntry
}

/** Whether an alarm that is an early warning was right; nothing for other alarms. */
export function AlarmVerdict({ alarm, look }: AlarmVerdictProps) {
  const t = useText()
  const warning = warningOf(alarm)
  if (warning === null) return null
  return (
    <VerdictButtons
      warning={warning}
      says={alarm.verdict?.says ?? null}
      of={placeText(alarm, t)}
      look={look}
    />
  )
}
