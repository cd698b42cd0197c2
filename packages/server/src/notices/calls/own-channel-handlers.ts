import { priorityOfRank } from '@coldkeep/domain/alarms/priority'
import type { AccountId } from '@coldkeep/domain/ids'
import { type PersonalChannel, personalChannels } from '@coldkeep/domain/notices/notice-kind'
import { scopeOf } from '../../access/scope'
import { addAudit } from '../../audit/add-audit'
import { ownEntry } from '../../audit/own-entry'
import type { Handlers } from '../../calls/bind-call'
import type { Trx } from '../../db/connect'
import type { Notices } from '../notices'
import { selectNotifyingTargets, selectReceiver } from '../own-channel-queries'
import { timeOf } from '../read-target'

type OwnChannelCall = 'listOwnChannels' | 'switchOwnChannel'

/** What calls about the own channels need. */
export interface OwnChannelCallParts {
  readonly notices: Pick<Notices, 'channels'>
  /** Takes messages by a channel, or none. @returns false where it was so before */
  readonly switchChannel: (
    trx: Trx,
    accountId: AccountId,
    channel: PersonalChannel,
    isOn: boolean,
  ) => Promise<boolean>
}

export function ownChannelHandlers({
  notices,
  switchChannel,
}: OwnChannelCallParts): Pick<Handlers, OwnChannelCall> {
  return {
    listOwnChannels: async ({ db, user }) => {
      const scope = scopeOf(user)
      const { email, silencedChannels } = await selectReceiver(db, user.accountId)
      const targets = await selectNotifyingTargets(db, user.accountId, scope)
      return {
        channels: personalChannels
          .filter((channel) => notices.channels[channel] !== undefined)
          .map((channel) => ({
            channel,
            isOn: !silencedChannels.includes(channel),
            address: channel === 'email' ? email : '',
          })),
        targets: targets.map((target) => ({
          id: target.noticeTargetId,
          name: target.name,
          channel: target.channel,
          group: target.groupName,
          departments: target.departments,
          kinds: target.kinds,
          lowestPriority: priorityOfRank(target.lowestRank),
          quietFrom: timeOf(target.quietFromMinute),
          quietUntil: timeOf(target.quietUntilMinute),
          zone: target.zone,
        })),
      }
    },

    switchOwnChannel: async ({ db, user, clock, body: { channel, isOn } }) => {
      await db.transaction().execute(async (trx) => {
        if (!(await switchChannel(trx, user.accountId, channel, isOn))) return
        const kind = isOn ? 'account.channel_on' : 'account.channel_off'
        await addAudit(trx, ownEntry(user, kind, clock.now(), { channel }))
      })
      return {}
    },
  }
}
