import { noticeOptions } from '@coldkeep/contract/areas/notices'
import { formatInstant } from '@coldkeep/phrases/format'
import { useCall } from '../../api/use-call'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { PageHead } from '../../site/PageHead'
import { StepTable } from './StepTable'
import { TargetTable } from './TargetTable'

/** Who is notified of alarms, and who next while they are not acknowledged. */
export function NotificationSettingPage() {
  const t = useText()
  const options = useCall(noticeOptions, {}).data
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className={frame.page}>
      <PageHead />
      {options?.channels.map(
        ({ channel, trouble }) =>
          trouble && (
            <p key={channel} role="status">
              {t('notices.trouble', {
                channel: t(`notices.channel.${channel}`),
                since: formatInstant(trouble.since, zone),
                message: trouble.message,
              })}
            </p>
          ),
      )}
      {options === undefined ? <Skeleton height={240} /> : <TargetTable options={options} />}
      {options !== undefined && <StepTable />}
    </div>
  )
}
