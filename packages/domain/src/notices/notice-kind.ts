import type { TerminalNews } from '../access/terminal-news'
import type { AlertServiceNews } from '../alert-service/alert-service'
import type { BulletinNews } from '../bulletins/bulletin-news'
import type { CorrectionNews } from '../corrections/correction-news'
import type { FirmwareNews } from '../firmware/firmware-news'
import type { OnCallNews } from '../on-call/shifts'
import type { BrandNews } from '../organisation/fridge-list'
import type { ParameterNews } from '../parameters/parameter-news'
import type { RepairNews } from '../repair/repair-news'
import type { CreditNews } from '../service-points/credit-news'
import type { UpkeepNews } from '../upkeep/upkeep-news'
import type { ModelNews } from '../writes/model-news'
import type { WriteNews } from '../writes/write-news'

/**
 * What a target can be notified of: a limit, silence of a device or of a whole terminal, an early warning, a demand that
 * comes near to what is contracted.
 */
export const noticeKinds = ['limit', 'device_lost', 'terminal_lost', 'early_warning', 'demand'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** How a message reaches its recipient. */
export const noticeChannels = ['app', 'push', 'email', 'webhook', 'line', 'sms'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** Channels that are not spoken of where the operator has not set them up. */
export const extraChannels: readonly NoticeChannel[] = ['line', 'sms']

/** Channels that reach an account, which may choose others. */
export const personalChannels = ['app', 'push', 'email'] as const satisfies readonly NoticeChannel[]
export type PersonalChannel = (typeof personalChannels)[number]

/** What a target refers to: `oncall` is whoever is on call in a department at that moment, `linked` is a place of the channel that its owner has linked with a code. */
export type RecipientKind = 'account' | 'department' | 'oncall' | 'address' | 'linked'

/** Whom each channel reaches. */
export const recipientKinds: Readonly<Record<NoticeChannel, readonly RecipientKind[]>> = {
  app: ['account', 'department', 'oncall'],
  push: ['account', 'department', 'oncall'],
  email: ['address', 'account', 'department', 'oncall'],
  webhook: ['address'],
  line: ['linked'],
  sms: ['address'],
}

export type NoticeState = 'due' | 'sending' | 'sent' | 'retry' | 'dead' | 'suppressed'

/** An alarm was raised (again, or is more urgent), or is back to normal. */
export type NoticeAbout = 'raised' | 'cleared'

/** What news is of. */
export type NewsSubject =
  | 'alarm'
  | 'write'
  | 'model'
  | 'terminal'
  | 'firmware'
  | 'demand'
  | 'upkeep'
  | 'correction'
  | 'repair'
  | 'parameter'
  | 'apply'
  | 'brand'
  | 'points'
  | 'amber'
  | 'on_call'
  | 'bulletin'

/** What news says of its subject. */
export type NewsAbout =
  | NoticeAbout
  | WriteNews
  | ModelNews
  | TerminalNews
  | FirmwareNews
  | UpkeepNews
  | CorrectionNews
  | RepairNews
  | ParameterNews
  | BrandNews
  | CreditNews
  | AlertServiceNews
  | OnCallNews
  | BulletinNews

export function kindOfBranch(branch: string): NoticeKind {
  switch (branch) {
    case 'high':
    case 'low':
      return 'limit'
    case 'lost':
      return 'device_lost'
    case 'host_lost':
      return 'terminal_lost'
    default:
      return 'early_warning'
  }
}
