import { useEffect, useRef } from 'react'
import { type NewAlarm, useFollowEvents } from '../api/follow-events'
import { announce } from '../kit/announce'
import { useText } from '../kit/text'

/** Nobody is told more often than this. */
const QUIET_MS = 10_000

/** Follows the events of the service and tells screen readers of new critical and high alarms, several in one sentence. */
export function useAlarmNews(): void {
  const t = useText()
  const waiting = useRef<NewAlarm[]>([])
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const lastAt = useRef(Number.NEGATIVE_INFINITY)

  function tell() {
    const [first] = waiting.current
    timer.current = undefined
    if (first === undefined) return
    const count = waiting.current.length
    announce(
      count === 1
        ? t('overview.newAlarm', { store: first.store.name, text: first.text })
        : t('overview.newAlarms', { count }),
    )
    waiting.current = []
    lastAt.current = Date.now()
  }
  const latest = useRef(tell)
  latest.current = tell

  useFollowEvents((alarm) => {
    if (alarm.priority !== 'critical' && alarm.priority !== 'high') return
    waiting.current.push(alarm)
    timer.current ??= setTimeout(() => latest.current(), Math.max(0, lastAt.current + QUIET_MS - Date.now()))
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}
