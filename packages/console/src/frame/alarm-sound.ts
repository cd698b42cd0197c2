import type { ChangedAlarm } from '../api/follow-events'

/** The sound is not played more often than this. */
const QUIET_MS = 10_000
/** A reading takes its time to get here, and clocks differ. */
const ON_ITS_WAY_MS = 60_000

type AudibleAlarm = Pick<ChangedAlarm, 'id' | 'count' | 'priority' | 'state' | 'lastRaisedAt' | 'isLate'>

/** What has sounded, or was due to, since the page was opened. */
export interface SoundMemory {
  readonly openedAt: number
  readonly lastSoundAt: number | null
  readonly handled: ReadonlySet<string>
}

export function soundMemory(openedAt: number): SoundMemory {
  return { openedAt, lastSoundAt: null, handled: new Set() }
}

/**
 * Whether a changed alarm is to sound: a critical, unacknowledged one that was raised, or found in
 * readings that came late, since the page was opened. Each sounds once, and one that arrives while another has
 * just sounded does not sound separately.
 */
export function takeAlarm(
  memory: SoundMemory,
  alarm: AudibleAlarm,
  { now, isOn }: { readonly now: number; readonly isOn: boolean },
): { readonly memory: SoundMemory; readonly sounds: boolean } {
  const isNew = alarm.isLate || alarm.lastRaisedAt >= memory.openedAt - ON_ITS_WAY_MS
  const raise = `${alarm.id} ${alarm.count}`
  const isCall = alarm.priority === 'critical' && alarm.state === 'unacknowledged' && isNew
  if (!isCall || memory.handled.has(raise)) return { memory, sounds: false }
  const sounds = isOn && (memory.lastSoundAt === null || now - memory.lastSoundAt >= QUIET_MS)
  return {
    memory: {
      ...memory,
      handled: new Set([...memory.handled, raise]),
      lastSoundAt: sounds ? now : memory.lastSoundAt,
    },
    sounds,
  }
}
