import { getTerminal } from '@coldkeep/contract/areas/terminals'
import type { TerminalId } from '@coldkeep/domain/ids'
import { serviceText } from '../../api/call-problem'
import { useCall } from '../../api/use-call'
import { Link } from '../../kit/Link'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import { LiveStatus } from '../../parts/LiveStatus'
import frame from '../../parts/page.module.css'
import { useInnerPlace } from '../../site/inner-places'
import { PageHead } from '../../site/PageHead'
import { paths } from '../../site/paths'
import { TerminalEvents } from '../field-health/TerminalEvents'
import { BoxSystem } from './BoxSystem'
import { TerminalCommands } from './TerminalCommands'
import { TerminalConfiguration } from './TerminalConfiguration'
import { TerminalFacts } from './TerminalFacts'
import styles from './terminals.module.css'

const REFRESH_MS = 5_000

/** One terminal: its connection, its box and its claim, and what can be done about them. */
export function TerminalPanel({ id }: { id: TerminalId }) {
  const t = useText()
  useInnerPlace({ label: id, parameters: ['id'], depth: 1 })
  const answer = useCall(getTerminal, { params: { terminalId: id } }, { refreshMs: REFRESH_MS, quiet: true })
  const back = (
    <p className={styles.back} data-no-print>
      <Link href={paths.terminals}>{t('terminals.back')}</Link>
    </p>
  )

  if (answer.isError && !answer.data) {
    return (
      <div className={frame.page}>
        {back}
        <LoadFailure size="page" words={serviceText(answer.error)} onRetry={() => void answer.refetch()} />
      </div>
    )
  }
  return (
    <div className={frame.page}>
      {back}
      {answer.data ? (
        <>
          <PageHead
            scope={`${answer.data.store.name} · ${id}`}
            status={<LiveStatus updatedAtMs={answer.dataUpdatedAt} refreshMs={REFRESH_MS} />}
          />
          <TerminalFacts terminal={answer.data} />
          <TerminalConfiguration terminal={id} zone={answer.data.store.zone} />
          <TerminalCommands terminal={id} zone={answer.data.store.zone} />
          <BoxSystem terminal={answer.data} />
          <TerminalEvents terminal={id} zone={answer.data.store.zone} />
        </>
      ) : (
        <Skeleton height={220} />
      )}
    </div>
  )
}
