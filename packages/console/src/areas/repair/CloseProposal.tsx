import {
  getRepairCase,
  listRepairCases,
  listRepairProgress,
  renewRepair,
} from '@coldkeep/contract/areas/repair'
import type { WireCloseProposal } from '@coldkeep/contract/areas/repair-insight'
import { formatInstant, formatMinutes, formatNumber, NO_VALUE } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import { useId, useState } from 'react'
import { useCall, useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { showToast } from '../../kit/Toast'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useWhyNot } from '../../site/use-why-not'
import type { RepairEntry } from './renew-form'
import styles from './repair.module.css'

type Figure = WireCloseProposal['figures'][number]

export interface CloseProposalProps {
  readonly of: RepairEntry
  readonly proposal: WireCloseProposal
  /** The proposal may have been taken back in the meantime. */
  readonly onRefused: () => void
}

/** Why a case proposes to close, or did so, and the button by which a person agrees. */
export function CloseProposal({ of, proposal, onRefused }: CloseProposalProps) {
  const t = useText()
  const headingId = useId()
  const { zone } = of.store
  const isOpen = of.closedAt === null
  const length = formatMinutes(t, proposal.leastQuietMinutes)
  const { alarms, figures } = proposal
  return (
    <section className={frame.card} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId}>{t(isOpen ? 'repair.proposal.title' : 'repair.proposal.closed')}</h2>
        {isOpen && <AcceptButton of={of} proposal={proposal} onRefused={onRefused} />}
      </div>
      <p className={styles.fault}>
        <strong>{t('repair.proposal.since', { time: formatInstant(proposal.quietSince, zone) })}</strong>
      </p>
      <p className={styles.fault}>
        {t(figures.length === 0 ? 'repair.proposal.ruleOfAlarms' : 'repair.proposal.rule', { length })}{' '}
        {alarms === 0 ? t('repair.proposal.lookedNone') : t('repair.proposal.looked', { count: alarms })}
      </p>
      {figures.length > 0 && <Figures figures={figures} />}
      {unseenTexts(proposal.unseen, t).map((text) => (
        <p key={text} className={styles.fault}>
          {text}
        </p>
      ))}
      <p className={frame.note}>
        {t('repair.proposal.at')} {formatInstant(proposal.at, zone)}. {isOpen && t('repair.proposal.decide')}
      </p>
    </section>
  )
}

/** Renews the case to the first step that ends a repair, of the proposal that is on screen. */
function AcceptButton({ of, proposal, onRefused }: CloseProposalProps) {
  const t = useText()
  const whyNot = useWhyNot()
  const [key] = useState(() => crypto.randomUUID())
  const steps = useCall(listRepairProgress, { query: { storeId: of.store.id } }).data?.progresses ?? []
  const done = steps.find(({ phase }) => phase === 'done')
  const sending = useSend(renewRepair, {
    invalidates: [getRepairCase, listRepairCases],
    onDone: ({ case: now }) => showToast(t('repair.renewed', { ticket: now.ticket })),
  })
  if (done === undefined) return null
  const accept = () => {
    const { id: caseId, revision } = of
    const body = { key, revision, progressId: done.id, proposedAt: proposal.at }
    sending.mutate({ params: { caseId }, body }, { onError: onRefused })
  }
  return (
    <div className={frame.buttons} data-no-print>
      <Button disabledReason={whyNot(renewRepair, 'now')} loading={sending.isPending} onClick={accept}>
        {t('repair.proposal.accept', { step: done.title })}
      </Button>
    </div>
  )
}

function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  const t = useText()
  const language = useLanguage()
  return (
    <table className={styles.figures} aria-label={t('repair.proposal.table')}>
      <thead>
        <tr>
          <th scope="col">{t('repair.proposal.figure')}</th>
          <th scope="col">{t('repair.proposal.before')}</th>
          <th scope="col">{t('repair.proposal.after')}</th>
          <th scope="col">{t('repair.proposal.usual')}</th>
          <th scope="col">{t('repair.proposal.band')}</th>
        </tr>
      </thead>
      <tbody>
        {figures.map((one) => {
          const text = (value: number) => figureText(one.figure, value, language, t)
          const before = one.before === null ? NO_VALUE : text(one.before)
          return (
            <tr key={one.figure}>
              <th scope="row">{t(`repair.proposal.of.${one.figure}`)}</th>
              <td data-name={t('repair.proposal.before')} data-out={one.wasInBand === false || undefined}>
                {one.wasInBand === false ? t('repair.proposal.out', { value: before }) : before}
              </td>
              <td data-name={t('repair.proposal.after')}>{text(one.value)}</td>
              <td data-name={t('repair.proposal.usual')}>{text(one.usual)}</td>
              <td data-name={t('repair.proposal.band')}>
                {t(`repair.proposal.${one.side}`, { value: text(one.bound) })}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function figureText(figure: Figure['figure'], value: number, language: Language, t: Translate): string {
  switch (figure) {
    case 'deviation':
      return formatNumber(language, value, { decimals: 1, unit: 'K' })
    case 'run_ratio':
      return formatNumber(language, 100 * value, { decimals: 0, unit: '%' })
    case 'starts':
      return formatNumber(language, value, { decimals: 1, unit: '/h' })
    case 'pull_down':
      return formatNumber(language, value, { decimals: 2, unit: 'K/min' })
    case 'recovery':
      return formatMinutes(t, value)
  }
}

/** One sentence for each reason, with the groups that it holds for. */
function unseenTexts(unseen: WireCloseProposal['unseen'], t: Translate): string[] {
  const reasons = [...new Set(unseen.map(({ why }) => why))]
  return reasons.map((why) => {
    const groups = unseen
      .filter((one) => one.why === why)
      .map(({ group }) => t(`repair.proposal.group.${group}`))
    return t('repair.proposal.unseen', { groups: groups.join(', '), why: t(`repair.proposal.why.${why}`) })
  })
}
