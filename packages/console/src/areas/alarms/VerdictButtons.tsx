import { getAlarm, listAlarms } from '@coldkeep/contract/areas/alarms'
import { earlyWarnings, type WarningKey } from '@coldkeep/contract/areas/health'
import { warningProposals } from '@coldkeep/contract/areas/warning-proposals'
import { judgeWarning } from '@coldkeep/contract/areas/warning-verdicts'
import { type WarningVerdict, warningVerdicts } from '@coldkeep/domain/alarms/warning-outcome'
import { useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { IconButton } from '../../kit/IconButton'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { mayCall, useSession } from '../../site/session'
import styles from './alarms.module.css'

export interface VerdictButtonsProps {
  readonly warning: WarningKey
  /** What is said of it by now. */
  readonly says: WarningVerdict | null
  /** The warning in words, for screen readers. */
  readonly of: string
  /** `icons` where each row of a table has them. */
  readonly look: 'words' | 'icons'
}

const icons = { right: 'thumbUp', false: 'thumbDown', unknown: 'question' } as const
const changes = [listAlarms, getAlarm, earlyWarnings, warningProposals]

/** Whether an early warning was right, in one tap. The same tap again takes it back. */
export function VerdictButtons({ warning, says, of, look }: VerdictButtonsProps) {
  const t = useText()
  const disabledReason = mayCall(judgeWarning, useSession()) ? null : t('handling.verdict.notAllowed')
  const put = useSend(judgeWarning, {
    invalidates: changes,
    onDone: ({ verdict, before }, { body }) =>
      showToast(
        verdict === null
          ? t('handling.verdict.taken')
          : t('handling.verdict.saved', { verdict: t(`handling.verdict.says.${verdict.says}`) }),
        () => put.mutate({ body: { ...body, verdict: before } }),
      ),
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand among the buttons of a row
    <span
      role="group"
      className={styles.verdicts}
      data-look={look}
      aria-label={t('handling.verdict.of', { alarm: of })}
    >
      {warningVerdicts.map((verdict) => {
        const next = verdict === says ? null : verdict
        const common = {
          pressed: next === null,
          loading: put.isPending && put.variables.body.verdict === next,
          disabledReason,
          onClick: () => put.mutate({ body: { ...warning, verdict: next } }),
        }
        const words = t(`handling.verdict.says.${verdict}`)
        return look === 'icons' ? (
          <IconButton key={verdict} size="small" icon={icons[verdict]} label={words} {...common} />
        ) : (
          <Button key={verdict} size="small" {...common}>
            {words}
          </Button>
        )
      })}
    </span>
  )
}
