import type { NoticeTarget, NoticeTargetDraft } from '@coldkeep/contract/areas/notices'
import { type FieldProblem, Problem } from '@coldkeep/contract/problem'
import { priorityOfRank, rankOf } from '@coldkeep/domain/alarms/priority'
import type { AccountId, DepartmentId } from '@coldkeep/domain/ids'
import { maskedAddress } from '@coldkeep/domain/notices/mask-address'
import { type NoticeChannel, recipientKinds } from '@coldkeep/domain/notices/notice-kind'
import { isPhoneNumber } from '@coldkeep/domain/notices/sms-text'
import { isZone } from '@coldkeep/domain/time/store-calendar'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Scope } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import type { Trx } from '../db/connect'
import { isMailAddress } from '../mail/mail-sender'
import { isInside, isWebAddress } from './channels/safe-address'
import type { Notices } from './notices'
import { selectAccounts, type TargetColumns, type TargetRow } from './target-queries'
import { noticeReason } from './words/notice-reason'

type Recipient =
  | { readonly what: 'account' | 'department' | 'oncall'; readonly id: number }
  | { readonly what: 'address' | 'linked' }

/** `<what>:<id>`, or what needs no id. */
function recipientOf(text: string): Recipient {
  const [what, id] = text.split(':')
  if (what === 'account' || what === 'department' || what === 'oncall') return { what, id: Number(id) }
  return { what: what === 'linked' ? 'linked' : 'address' }
}

/** Which channels are set up, and to which inner hosts may be sent. */
export type NoticeMeans = Pick<Notices, 'channels' | 'allowed'>

interface Given {
  /** Who saves it, and answers for it from here on. */
  readonly user: SignedIn
  readonly scope: Scope
  readonly notices: NoticeMeans
  /** The current row; `null` for a new one. */
  readonly before: TargetRow | null
}

/**
 * The row that a draft means. A channel that is not set up is taken where the row had it before, so that the rest of
 * it can be changed.
 * @throws Problem `request.malformed` that names what is wrong or foreign; both look the same
 */
export async function readTarget(
  trx: Trx,
  draft: NoticeTargetDraft,
  { user, scope, notices, before }: Given,
  at: string,
): Promise<TargetColumns> {
  const { channel } = draft
  const address = keptAddress(draft, before)
  const faults: Record<string, FieldProblem> = {}
  const departmentIds = draft.departments.map((id) => Number(id) as DepartmentId)
  if (departmentIds.some((id) => !scope.departments.includes(id))) faults.departments = 'choice'
  if (notices.channels[channel] === undefined && before?.channel !== channel) faults.channel = 'choice'
  if (!isZone(draft.zone)) faults.zone = 'choice'
  if ((draft.quietFrom === '') !== (draft.quietUntil === '')) faults.quietUntil = 'missing'
  if (hasControls(draft.name)) faults.name = 'format'
  const recipient = recipientOf(draft.recipient)
  if (!recipientKinds[channel].includes(recipient.what)) faults.recipient = 'choice'
  else if (recipient.what === 'address') {
    if (address === '') faults.address = 'missing'
    else if (!isAddressOf(channel, address, notices)) faults.address = 'format'
  } else if (address !== '') faults.address = 'unknown'
  const accountId = recipient.what === 'account' ? (recipient.id as AccountId) : null
  const groupDepartmentId = recipient.what === 'department' ? (recipient.id as DepartmentId) : null
  const onCallDepartmentId = recipient.what === 'oncall' ? (recipient.id as DepartmentId) : null
  const departmentId = groupDepartmentId ?? onCallDepartmentId
  const isKnown =
    (departmentId === null || scope.departments.includes(departmentId)) &&
    (accountId === null || (await selectAccounts(trx, scope, accountId)).length > 0)
  if (!isKnown) faults.recipient = 'choice'
  if (Object.keys(faults).length > 0) {
    const fields = Object.fromEntries(Object.entries(faults).map(([key, fault]) => [`${at}.${key}`, fault]))
    throw new Problem('request.malformed', {}, fields)
  }
  return {
    name: draft.name,
    channel,
    accountId,
    groupDepartmentId,
    onCallDepartmentId,
    // the linked place stays, and cannot be entered
    address: recipient.what === 'linked' ? (before?.channel === channel ? before.address : '') : address,
    departmentIds,
    kinds: draft.kinds,
    lowestRank: rankOf(draft.lowestPriority),
    quietFromMinute: minuteOf(draft.quietFrom),
    quietUntilMinute: minuteOf(draft.quietUntil),
    zone: draft.zone,
    language: draft.language,
    isEnabled: draft.isEnabled,
    ownerId: user.accountId,
  }
}

/** The address of a webhook is never shown again: the masked text that is shown represents it. */
function keptAddress(
  { channel, address }: Pick<NoticeTargetDraft, 'channel' | 'address'>,
  before: TargetRow | null,
): string {
  const isKept = before?.channel === channel && address === shownAddress(channel, before.address)
  return isKept ? before.address : address
}

function shownAddress(channel: NoticeChannel, address: string): string {
  return channel === 'webhook' ? maskedAddress(channel, address) : address
}

function isAddressOf(channel: NoticeChannel, address: string, { allowed }: NoticeMeans): boolean {
  switch (channel) {
    case 'email':
      return isMailAddress(address)
    case 'webhook':
      return isWebAddress(address) && mayBeOutside(new URL(address), allowed)
    case 'sms':
      return isPhoneNumber(address)
    default:
      return false
  }
}

/** A name is looked up when something is sent; a number that lies inside is refused here. */
function mayBeOutside(url: URL, allowed: ReadonlySet<string>): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isNumber = /^[\d.]+$/.test(host) || host.includes(':')
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return allowed.has(`${host}:${port}`) || (host !== 'localhost' && !(isNumber && isInside(host)))
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text)
}

/** A target as it is audited; the audit has more readers than may send there. */
export function auditedTarget(draft: NoticeTargetDraft): NoticeTargetDraft {
  return { ...draft, address: maskedAddress(draft.channel, draft.address) }
}

/** A row as it travels, with why it is off in the words of the caller. */
export function shownTarget(row: TargetRow, translate: Translate): NoticeTarget {
  // an address whose owner is gone gets nothing until it is saved again
  const offBecause = row.switchedOffBecause ?? (row.isOwnerless ? 'owner_gone' : null)
  return {
    ...targetOf(row),
    switchedOff: offBecause === null ? null : noticeReason(offBecause, translate),
  }
}

/** The parts of a target that do not depend on the language. */
export function targetOf(row: TargetRow): Omit<NoticeTarget, 'switchedOff'> {
  const { accountId, groupDepartmentId, onCallDepartmentId } = row
  const isLinking = recipientKinds[row.channel].includes('linked')
  const address = isLinking ? '' : shownAddress(row.channel, row.address)
  return {
    id: row.noticeTargetId,
    revision: row.revision,
    name: row.name,
    channel: row.channel,
    recipient:
      accountId !== null
        ? `account:${accountId}`
        : groupDepartmentId !== null
          ? `department:${groupDepartmentId}`
          : onCallDepartmentId !== null
            ? `oncall:${onCallDepartmentId}`
            : isLinking
              ? 'linked'
              : 'address',
    address,
    recipientName:
      row.accountName ?? row.groupName ?? maskedAddress(row.channel, isLinking ? '' : row.address),
    silenced: row.silenced,
    isLinked: isLinking ? row.address !== '' : null,
    departments: row.departmentIds.map(String),
    kinds: row.kinds,
    lowestPriority: priorityOfRank(row.lowestRank),
    quietFrom: timeOf(row.quietFromMinute),
    quietUntil: timeOf(row.quietUntilMinute),
    zone: row.zone,
    language: row.language,
    isEnabled: row.isEnabled,
  }
}

function minuteOf(time: string): number | null {
  if (time === '') return null
  const [hours, minutes] = time.split(':').map(Number) as [number, number]
  return hours * 60 + minutes
}

/** `HH:MM` of a minute of the day; empty for none. */
export function timeOf(minute: number | null): string {
  if (minute === null) return ''
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}
