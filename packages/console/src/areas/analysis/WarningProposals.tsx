import { warningProposals } from '@coldkeep/contract/areas/warning-proposals'
import type { Answer } from '@coldkeep/contract/call'
import { useId } from 'react'
import type { CallInput } from '../../api/transport'
import { useCall } from '../../api/use-call'
import { Link } from '../../kit/Link'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { paths } from '../../site/paths'
import styles from './analysis.module.css'

type Proposal = Answer<typeof warningProposals>['proposals'][number]

/** What the warnings of a period say of the rules that hold in its place, with the way to the editor of each. */
export function WarningProposals({ query }: CallInput<typeof warningProposals>) {
  const t = useText()
  const heading = useId()
  const answer = useCall(warningProposals, { query }, { quiet: true, keepsPrevious: true })
  return (
    <section className={frame.card} aria-labelledby={heading}>
      <h2 id={heading}>{t('handling.proposal.title')}</h2>
      <p className={frame.note}>{t('handling.proposal.note')}</p>
      {answer.isLoading && <Skeleton height={60} />}
      {answer.isError && !answer.data && <LoadFailure onRetry={() => void answer.refetch()} />}
      <ul className={styles.proposals}>
        {answer.data?.proposals.map((proposal) => (
          <li key={proposal.kind}>
            <ProposalText {...proposal} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ProposalText({ kind, rule, advice, present, x, cameTrue: right, false: wrong, spared }: Proposal) {
  const t = useText()
  const [{ dep, store }] = useAddress()
  if (advice === 'too_few') return t('handling.proposal.too', { rule, decided: right + wrong, right })
  if (x === null) return t('handling.proposal.keep', { rule, x: present, false: wrong })
  const place = { dep, store: store === 'all' ? undefined : store }
  return (
    <>
      {t('handling.proposal.change', { rule, x, present, spared, false: wrong, right })}
      <p className={styles.way}>
        <Link href={paths.withSearch(paths.earlyWarningSetting, { ...place, edit: kind, x: String(x) })}>
          {t('handling.proposal.open', { x })}
        </Link>
      </p>
    </>
  )
}
