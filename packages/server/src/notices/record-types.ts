import type { NoticeRecordType } from '@coldkeep/contract/areas/notices'
import type { NewsSubject, NoticeKind } from '@coldkeep/domain/notices/notice-kind'

/** Kinds of records of what targets were sent. */
export const targetRecords = {
  alarm: ['limit', 'device_lost', 'early_warning'],
  tb: ['terminal_lost'],
  demand: ['demand'],
} as const satisfies Partial<Record<NoticeRecordType, readonly NoticeKind[]>>

/** Kinds of records of what accounts were sent because it concerns themselves. */
export const ownRecords = {
  service: ['points', 'amber', 'on_call', 'bulletin', 'model', 'brand', 'firmware', 'terminal'],
  'online-fix': ['write', 'parameter', 'apply'],
  'fix-maintain': ['repair', 'upkeep', 'correction'],
} as const satisfies Record<Exclude<NoticeRecordType, keyof typeof targetRecords>, readonly NewsSubject[]>

export type OwnRecordSubject = (typeof ownRecords)[keyof typeof ownRecords][number]

export function isOwnRecord(type: NoticeRecordType): type is keyof typeof ownRecords {
  return type in ownRecords
}
