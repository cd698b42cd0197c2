import { listOwnChannels, type OwnChannel, switchOwnChannel } from '@coldkeep/contract/areas/own-channels'
import { useSend } from '../../api/use-call'
import { SwitchField } from '../../kit/field/SwitchField'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './account.module.css'
import { Card } from './Card'
import { PushRow } from './PushRow'

/** By which channels the own account takes notices; a choice holds at once. */
export function ChannelCard({ channels }: { channels: readonly OwnChannel[] }) {
  const t = useText()
  return (
    <Card title={t('account.channels')}>
      {channels.map((channel) => (
        <ChannelRow key={channel.channel} {...channel} />
      ))}
    </Card>
  )
}

function ChannelRow({ channel, isOn, address }: OwnChannel) {
  const t = useText()
  const switching = useSend(switchOwnChannel, { invalidates: [listOwnChannels] })
  const notes = {
    app: t('account.channelApp'),
    push: t('account.channelPush'),
    email: address === '' ? t('account.channelNoMail') : t('account.channelMail', { address }),
  }
  return (
    <div className={styles.channel}>
      <div>
        <SwitchField
          label={t(`notices.channel.${channel}`)}
          checked={switching.isPending ? switching.variables.body.isOn : isOn}
          disabled={switching.isPending}
          onChange={(next) => switching.mutate({ body: { channel, isOn: next } })}
        />
        <p className={frame.note}>{notes[channel]}</p>
      </div>
      {channel === 'push' && isOn && <PushRow />}
    </div>
  )
}
