import { useEffect, useRef, useState } from 'react'
import { type ChangedAlarm, useFollowEvents } from '../api/follow-events'
import { announce } from '../kit/announce'
import { showToast } from '../kit/Toast'
import { useText } from '../kit/text'
import { soundMemory, takeAlarm } from './alarm-sound'
import { playTone } from './play-tone'
import { isSoundOn } from './sound-choice'

/** No one is notified more often than this. */
const QUIET_MS = 10_000
/** What was raised earlier than this is no news: its alarm changed in another way. */
const NEWS_MS = 600_000

/**
 * Follows the events of the service and announces new critical and high alarms to screen readers, several in
 * one sentence. Critical ones sound as well where the user has switched that on.
 */
export function useAlarmNews(): void {
  const t = useText()
  const [openedAt] = useState(Date.now)
  const waiting = useRef<ChangedAlarm[]>([])
  const announced = useRef(new Set<string>())
  const memory = useRef(soundMemory(openedAt))
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const lastAt = useRef(Number.NEGATIVE_INFINITY)

  function announceWaiting() {
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
  const latest = useRef(announceWaiting)
  latest.current = announceWaiting

  const takeChange = (alarm: ChangedAlarm) => {
    const step = takeAlarm(memory.current, alarm, { now: Date.now(), isOn: isSoundOn() })
    memory.current = step.memory
    if (step.sounds) playTone()
    if (!isNews(alarm) || announced.current.has(raiseOf(alarm))) return
    announced.current.add(raiseOf(alarm))
    waiting.current.push(alarm)
    timer.current ??= setTimeout(() => latest.current(), Math.max(0, lastAt.current + QUIET_MS - Date.now()))
  }
  // a test is not kept: its recipient sees it now
  useFollowEvents({
    alarm: takeChange,
    notice: ({ key, title }) => key.startsWith('test:') && showToast(title),
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}

function isNews({ priority, state, lastRaisedAt, isLate }: ChangedAlarm): boolean {
  const isUrgent = priority === 'critical' || priority === 'high'
  return isUrgent && state === 'unacknowledged' && (isLate || Date.now() - lastRaisedAt < NEWS_MS)
}

/** An alarm that comes back is raised again. */
function raiseOf({ id, count }: ChangedAlarm): string {
  return `${id} ${count}`
}
