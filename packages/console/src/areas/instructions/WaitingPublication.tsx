import {
  decideModelPublication,
  listModelVersions,
  type WireModelPublication,
  withdrawModelPublication,
} from '@coldkeep/contract/areas/model-versions'
import { formatInstant } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo, useState } from 'react'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { Button } from '../../kit/Button'
import { FormModal } from '../../kit/dialog/FormModal'
import { TextField } from '../../kit/field/TextField'
import { StatusTag } from '../../kit/StatusTag'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { ChangeTable } from './ChangeTable'
import styles from './instructions.module.css'

export interface WaitingPublicationProps {
  readonly named: { readonly brand: string; readonly model: string }
  readonly waiting: WireModelPublication
}

type Act = 'approve' | 'reject' | 'withdraw'

/**
 * A version that waits for a second person: who requested it, where it would reach, and which writes it
 * changes.
 */
export function WaitingPublication({ named, waiting }: WaitingPublicationProps) {
  const t = useText()
  const [act, setAct] = useState<Act | null>(null)
  const changes = useMemo(
    () => waiting.writes.map((write) => ({ ...write, table: 'write' as const, node: null })),
    [waiting.writes],
  )
  const places = waiting.reach.map(({ department, devices }) =>
    t('instructions.waiting.place', { department, count: devices }),
  )
  const { canDecide, canWithdraw } = waiting
  return (
    <section className={styles.waiting} aria-label={t('instructions.waiting.title')}>
      <div className={styles.waitingHead}>
        <StatusTag status="waiting" word={t('instructions.waiting.title')} />
        <div className={frame.buttons}>
          {canDecide && (
            <>
              <Button size="small" variant="primary" onClick={() => setAct('approve')}>
                {t('instructions.waiting.approve')}
              </Button>
              <Button size="small" onClick={() => setAct('reject')}>
                {t('instructions.waiting.reject')}
              </Button>
            </>
          )}
          {canWithdraw && (
            <Button size="small" onClick={() => setAct('withdraw')}>
              {t('instructions.waiting.withdraw')}
            </Button>
          )}
        </div>
      </div>
      <p>
        {t('instructions.waiting.asked', {
          name: waiting.requestedBy,
          time: formatInstant(waiting.approveUntil),
        })}
        {waiting.note !== '' && ` ${t('instructions.told.note', { note: waiting.note })}`}
      </p>
      {(canDecide || canWithdraw) && (
        <p className={frame.note}>
          {places.length === 0
            ? t('instructions.waiting.unused')
            : t('instructions.waiting.reach', { places: places.join(', ') })}
        </p>
      )}
      {!canDecide && (
        <p className={frame.note}>
          {t(canWithdraw ? 'instructions.waiting.own' : 'instructions.waiting.cannot')}
        </p>
      )}
      <ChangeTable title={t('instructions.waiting.changes')} tableKey="model-waiting" changes={changes} />
      {act !== null && (
        <DecisionDialog act={act} named={named} waiting={waiting} onClose={() => setAct(null)} />
      )}
    </section>
  )
}

const changed = [listModelVersions]

interface DecisionProps extends WaitingPublicationProps {
  readonly act: Act
  readonly onClose: () => void
}

function DecisionDialog({ act, named, waiting, onClose }: DecisionProps) {
  const t = useText()
  const model = `${named.brand} ${named.model}`
  const about = { ...named, publication: waiting.id }
  if (act === 'reject') return <Rejection named={named} waiting={waiting} onClose={onClose} />
  const question = {
    title: t(`instructions.waiting.${act}Ask`, { model }),
    action: t(`instructions.waiting.${act}`),
    invalidates: changed,
    onClose,
    children: t(`instructions.waiting.${act}Why`),
  }
  if (act === 'withdraw') {
    const success = t('instructions.waiting.withdrawn', { model })
    return (
      <ConfirmAndSend
        {...question}
        call={withdrawModelPublication}
        input={{ body: about }}
        success={success}
      />
    )
  }
  return (
    <ConfirmAndSend
      {...question}
      call={decideModelPublication}
      input={{ body: { ...about, approves: true } }}
      success={({ version }) => decidedText(model, version, t)}
    />
  )
}

type Publication = WaitingPublicationProps['named'] & {
  readonly publication: WaitingPublicationProps['waiting']['id']
}

export function refusalRules(
  about: Publication,
  t: Translate,
): CallRules<typeof decideModelPublication, { readonly reason: string }> {
  return {
    call: decideModelPublication,
    labels: { reason: t('instructions.waiting.reason') },
    inputOf: ({ reason }) => ({ body: { ...about, approves: false, reason } }),
  }
}

function Rejection({ named, waiting, onClose }: Omit<DecisionProps, 'act'>) {
  const t = useText()
  const model = `${named.brand} ${named.model}`
  const form = useSendForm({
    ...refusalRules({ ...named, publication: waiting.id }, t),
    initial: { reason: '' },
    invalidates: changed,
    onDone: ({ version }) => {
      showToast(decidedText(model, version, t))
      onClose()
    },
  })
  return (
    <FormModal
      opened
      title={t('instructions.waiting.rejectAsk', { model })}
      submitLabel={t('instructions.waiting.reject')}
      {...form.window}
      onClose={onClose}
    >
      <TextField {...form.field('reason')} />
    </FormModal>
  )
}

/** What came of the decision: a version, or none. */
function decidedText(model: string, version: number | null, t: Translate): string {
  return version === null
    ? t('instructions.waiting.rejected', { model })
    : t('instructions.waiting.approved', { model, version })
}
