import { useState } from 'react'
import type { MenuEntry } from '../kit/Menu'
import { useText } from '../kit/text'
import { currentSession, useSession } from '../site/session'
import { playTone } from './play-tone'

/** The accounts that want to hear alarms in this browser. */
const STORAGE_KEY = 'coldkeep.alarm-sound'

/** Off until the signed-in user switches it on. */
export function isSoundOn(): boolean {
  const user = currentSession()?.payload.userId
  return user !== undefined && listeners().includes(user)
}

/** The switch for menus. Switched on, the tone is played once, so that its loudness is known. */
export function useSoundEntry(): MenuEntry {
  const t = useText()
  const user = useSession()?.payload.userId
  const [, setChanges] = useState(0)
  const isOn = isSoundOn()
  return {
    key: 'sound',
    label: t('shell.bar.alarmSound'),
    checked: isOn,
    isToggle: true,
    onChoose: () => {
      if (user === undefined) return
      const others = listeners().filter((one) => one !== user)
      localStorage.setItem(STORAGE_KEY, JSON.stringify(isOn ? others : [...others, user]))
      if (!isOn) playTone()
      setChanges((count) => count + 1)
    },
  }
}

function listeners(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
