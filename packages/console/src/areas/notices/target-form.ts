import type { NoticeTarget, NoticeTargetDraft, noticeOptions } from '@coldkeep/contract/areas/notices'
import type { Answer } from '@coldkeep/contract/call'
import { priorities } from '@coldkeep/domain/alarms/priority'
import { noticeKinds, type RecipientKind, recipientKinds } from '@coldkeep/domain/notices/notice-kind'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import { languages } from '@coldkeep/phrases/translate'
import type { DraftValues, EditorField } from '../../archetypes/editor/editor-field'
import { ownNames } from '../../site/own-names'

export type NoticeOptions = Answer<typeof noticeOptions>

const ADDRESS = 'address'
const LINKED = 'linked'

/** A new target is sent everything of medium weight and more, at any hour. */
export function blankTarget(options: NoticeOptions, language: Language): DraftValues<NoticeTargetDraft> {
  return {
    name: '',
    channel: null,
    recipient: null,
    address: '',
    departments: options.departments.slice(0, 1).map(({ id }) => id),
    kinds: [...noticeKinds],
    lowestPriority: 'medium',
    quietFrom: '',
    quietUntil: '',
    zone: options.zones[0] ?? 'UTC',
    language,
    isEnabled: true,
  }
}

export function targetFields(
  options: NoticeOptions,
  t: Translate,
): readonly EditorField<NoticeTargetDraft>[] {
  const departments = options.departments.map(({ id, name }) => ({ value: id, label: name }))
  return [
    { key: 'name', label: t('notices.name'), kind: 'text' },
    {
      key: 'channel',
      label: t('notices.channelTitle'),
      kind: 'choice',
      choices: options.channels.map(({ channel, isAvailable }) => ({
        value: channel,
        label: channelText(options, channel, t),
        disabled: !isAvailable,
      })),
      clears: ['recipient'],
    },
    {
      key: 'recipient',
      label: t('notices.recipient'),
      kind: 'choice',
      choices: ({ channel }) => recipients(options, channel, t),
    },
    {
      key: 'address',
      label: t('notices.address'),
      kind: 'text',
      help: t('notices.addressHelp'),
    },
    {
      key: 'departments',
      label: t('notices.departments'),
      kind: 'choices',
      choices: departments,
      help: t('notices.departmentsHelp'),
    },
    {
      key: 'kinds',
      label: t('notices.kinds'),
      kind: 'choices',
      choices: noticeKinds.map((kind) => ({ value: kind, label: t(`notices.kind.${kind}`) })),
      help: t('notices.kindsHelp'),
    },
    {
      key: 'lowestPriority',
      label: t('notices.lowestPriority'),
      kind: 'choice',
      choices: priorities.map((priority) => ({ value: priority, label: t(`alarms.priority.${priority}`) })),
    },
    {
      key: 'language',
      label: t('notices.language'),
      kind: 'choice',
      choices: languages.map((language) => ({ value: language, label: ownNames[language] })),
    },
    {
      key: 'quietFrom',
      label: t('notices.quietFrom'),
      kind: 'text',
      help: t('notices.quietHelp'),
    },
    { key: 'quietUntil', label: t('notices.quietUntil'), kind: 'text' },
    {
      key: 'zone',
      label: t('notices.zone'),
      kind: 'choice',
      choices: options.zones.map((zone) => ({ value: zone, label: zone })),
    },
    { key: 'isEnabled', label: t('notices.isEnabled'), kind: 'check' },
  ]
}

function recipients(
  { accounts, departments }: NoticeOptions,
  channel: NoticeTargetDraft['channel'] | null,
  t: Translate,
) {
  if (channel === null) return []
  const choices = {
    address: [{ value: ADDRESS, label: t('notices.recipientAddress') }],
    linked: [{ value: LINKED, label: t('notices.recipientLinked') }],
    account: accounts.map(({ id, name, login }) => ({ value: `account:${id}`, label: `${name} (${login})` })),
    department: departments.map(({ id, name }) => ({
      value: `department:${id}`,
      label: t('notices.recipientGroup', { department: name }),
    })),
    oncall: departments.map(({ id, name }) => ({
      value: `oncall:${id}`,
      label: t('notices.recipientOnCall', { department: name }),
    })),
  } satisfies Record<RecipientKind, unknown>
  return recipientKinds[channel].flatMap((kind) => choices[kind])
}

/** Rules over several fields, in words at the fields. */
export function checkTarget(
  { recipient, address, quietFrom, quietUntil }: DraftValues<NoticeTargetDraft>,
  t: Translate,
): Record<string, string> {
  const faults: Record<string, string> = {}
  if (Boolean(quietFrom) !== Boolean(quietUntil)) faults.quietUntil = t('notices.quietBoth')
  if (recipient === ADDRESS && !address?.trim()) faults.address = t('notices.needsAddress')
  if (recipient !== null && recipient !== ADDRESS && address?.trim()) faults.address = t('notices.noAddress')
  return faults
}

/** The name of a channel, and whether it is missing here. */
export function channelText(
  { channels }: NoticeOptions,
  channel: NoticeTarget['channel'],
  t: Translate,
): string {
  const word = t(`notices.channel.${channel}`)
  const isAvailable = channels.some((one) => one.channel === channel && one.isAvailable)
  return isAvailable ? word : t('notices.unavailable', { channel: word })
}

/** Who is notified by a target that is only a draft. */
export function draftRecipientText(
  options: NoticeOptions,
  { channel, recipient, address }: Pick<NoticeTargetDraft, 'channel' | 'recipient' | 'address'>,
  t: Translate,
): string {
  if (recipient === ADDRESS) return address
  return recipients(options, channel, t).find(({ value }) => value === recipient)?.label ?? ''
}

/** Who is notified. */
export function recipientText(target: NoticeTarget, t: Translate): string {
  const { recipient, recipientName: name, isLinked, silenced } = target
  if (isLinked !== null) return t(isLinked ? 'notices.linked' : 'notices.notLinked')
  const [kind] = recipient.split(':')
  const who =
    kind === 'department'
      ? t('notices.recipientGroup', { department: name })
      : kind === 'oncall'
        ? t('notices.recipientOnCall', { department: name })
        : name
  return silenced === 0 ? who : t('notices.recipientSilenced', { who, count: silenced })
}
