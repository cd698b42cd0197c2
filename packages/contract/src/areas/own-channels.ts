import { priorities } from '@coldkeep/domain/alarms/priority'
import type { NoticeTargetId } from '@coldkeep/domain/ids'
import { noticeKinds, personalChannels } from '@coldkeep/domain/notices/notice-kind'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { wireId } from '../wire/id'

const path = '/api/v2/account/channels'
const channel = z.enum(personalChannels)

/** A target of notices that reaches the own account. */
const reason = z.object({
  id: wireId<NoticeTargetId>(),
  name: z.string(),
  channel,
  /** The department whose accounts are all notified; null where the target is this account. */
  group: z.nullable(z.string()),
  /** Names of departments of the caller's part of the organisation whose stores' alarms are sent. */
  departments: z.array(z.string()),
  /** None: notified only as a step of an escalation. */
  kinds: z.array(z.enum(noticeKinds)),
  lowestPriority: z.enum(priorities),
  /** `HH:MM` in `zone`, or empty. */
  quietFrom: z.string(),
  quietUntil: z.string(),
  zone: z.string(),
})
export type NotifyingTarget = z.output<typeof reason>

export const listOwnChannels = defineCall({
  method: 'GET',
  path,
  access: 'signed_in',
  summary: 'By which channels the own account takes notices, and the notification targets that notify it.',
  answer: z.object({
    channels: z.array(
      z.object({
        channel,
        isOn: z.boolean(),
        /** Where it goes, for mail; empty where the channel needs none or the account has none. */
        address: z.string(),
      }),
    ),
    targets: z.array(reason),
  }),
})
export type OwnChannel = z.output<typeof listOwnChannels.answer>['channels'][number]

export const switchOwnChannel = defineCall({
  method: 'PATCH',
  path,
  access: 'signed_in',
  summary: 'Takes notices by a channel, or takes none by it any more, whatever targets say.',
  body: z.object({ channel, isOn: z.boolean() }),
  answer: nothing,
})
