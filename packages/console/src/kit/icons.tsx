import {
  IconAlertCircle,
  IconCheck,
  IconChevronDown,
  IconCircleCheck,
  IconCopy,
  IconDatabaseSearch,
  IconEye,
  IconEyeOff,
  IconInfoCircle,
  IconLock,
  IconQuestionMark,
  IconRefresh,
  IconSearch,
  IconSelector,
  IconSnowflake,
  IconSquareX,
  IconWifiOff,
  IconWorld,
  IconX,
} from '@tabler/icons-react'
import { addIcons, shapeOf } from './icon-shapes'
import type { LaterIconName } from './later-icons'

/** What the sign-in page and the states of any page may show; the rest comes with the shell. */
const shapes = {
  alert: IconAlertCircle,
  check: IconCheck,
  chevronDown: IconChevronDown,
  close: IconX,
  copy: IconCopy,
  done: IconCircleCheck,
  eye: IconEye,
  eyeOff: IconEyeOff,
  find: IconDatabaseSearch,
  lock: IconLock,
  note: IconInfoCircle,
  offline: IconWifiOff,
  question: IconQuestionMark,
  refresh: IconRefresh,
  search: IconSearch,
  select: IconSelector,
  snowflake: IconSnowflake,
  wrong: IconSquareX,
  world: IconWorld,
} as const

export type IconName = keyof typeof shapes | LaterIconName

addIcons(shapes)

/** A drawing beside words; it says nothing to screen readers. */
export function Icon({ name, size = 16 }: { name: IconName; size?: 12 | 14 | 16 | 18 | 20 | 24 | 32 | 48 }) {
  const Shape = shapeOf(name)
  if (Shape === undefined) return null
  return <Shape size={size} stroke={1.8} aria-hidden="true" style={{ flex: 'none' }} />
}
