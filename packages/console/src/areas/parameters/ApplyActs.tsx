import {
  decideApply,
  steerApply,
  undoApply,
  type WireApply,
} from '@coldkeep/contract/areas/parameter-applies'
import { useState } from 'react'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { Button } from '../../kit/Button'
import { FormModal } from '../../kit/dialog/FormModal'
import { TextField } from '../../kit/field/TextField'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { applyReads, rejectionOfApply } from './apply-words'

type Act = 'approve' | 'reject' | 'pause' | 'resume' | 'stop' | 'undo'

function actsOn(apply: WireApply): readonly Act[] {
  const acts: readonly (readonly [Act, boolean])[] = [
    ['approve', apply.canDecide],
    ['reject', apply.canDecide],
    ['pause', apply.canPause],
    ['resume', apply.canResume],
    ['stop', apply.canStop],
    ['undo', apply.canUndo],
  ]
  return acts.filter(([, isPossible]) => isPossible).map(([act]) => act)
}

/** What the reader may do with it now, each after a question. */
export function ApplyActs({ apply }: { readonly apply: WireApply }) {
  const t = useText()
  const [, changeAddress] = useAddress()
  const [act, setAct] = useState<Act | null>(null)
  const acts = actsOn(apply)
  const { id, profile, createdBy } = apply
  if (acts.length === 0) return null
  const close = () => setAct(null)
  const question =
    act === null
      ? null
      : {
          title: t(`parameters.act.${act}Title`, { name: profile.name }),
          action: t(`parameters.act.${act}`),
          invalidates: applyReads,
          onClose: close,
          children: t(`parameters.act.${act}Why`),
        }
  return (
    <div className={frame.buttons} data-no-print>
      {acts.map((one) => (
        <Button key={one} variant={one === 'approve' ? 'primary' : 'default'} onClick={() => setAct(one)}>
          {t(`parameters.act.${one}`)}
        </Button>
      ))}
      {act === 'reject' && <Rejection apply={apply} onClose={close} />}
      {question !== null && act === 'approve' && (
        <ConfirmAndSend
          {...question}
          title={t('parameters.act.approveOf', { name: createdBy })}
          destructive
          call={decideApply}
          input={{ body: { id, approves: true, reason: '' } }}
        />
      )}
      {question !== null && (act === 'pause' || act === 'resume' || act === 'stop') && (
        <ConfirmAndSend
          {...question}
          destructive={act === 'stop'}
          call={steerApply}
          input={{ body: { id, act } }}
        />
      )}
      {question !== null && act === 'undo' && (
        <ConfirmAndSend
          {...question}
          destructive
          call={undoApply}
          input={{ body: { id, note: '' } }}
          onDone={(answer) => {
            close()
            changeAddress({ apply: String(answer.id), page: undefined, applied: undefined })
          }}
        />
      )}
    </div>
  )
}

/** It is rejected with a reason. */
function Rejection({ apply, onClose }: { readonly apply: WireApply; readonly onClose: () => void }) {
  const t = useText()
  const form = useSendForm({
    ...rejectionOfApply(apply.id, t),
    initial: { reason: '' },
    invalidates: applyReads,
    onDone: onClose,
  })
  return (
    <FormModal
      opened
      title={t('parameters.act.rejectTitle', { name: apply.profile.name })}
      submitLabel={t('parameters.act.reject')}
      {...form.window}
      onClose={onClose}
    >
      <TextField {...form.field('reason')} />
    </FormModal>
  )
}
