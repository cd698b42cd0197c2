import { getRepairCase } from '@coldkeep/contract/areas/repair'
import { useState } from 'react'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { ClockField } from '../../kit/field/ClockField'
import { DateField } from '../../kit/field/DateField'
import { NumberField } from '../../kit/field/NumberField'
import { TextField } from '../../kit/field/TextField'
import { useText } from '../../kit/text'
import { todayHere } from '../../parts/day-period'
import { useSession } from '../../site/session'
import { blankPart, labourRules, partRules, type RepairEntry } from './renew-form'

export interface EntryDialogProps {
  readonly of: RepairEntry
  readonly onClose: () => void
}

/** Who worked, and from when until when. */
export function LabourDialog({ of, onClose }: EntryDialogProps) {
  const t = useText()
  const [key] = useState(() => crypto.randomUUID())
  const [today] = useState(() => todayHere(new Date()))
  const who = useSession()?.name ?? ''
  const form = useSendForm({
    ...labourRules(key, of.id, of.store.zone, t),
    initial: { who, day: today as string | null, from: '', to: '' },
    invalidates: [getRepairCase],
    onDone: onClose,
  })
  return (
    <FormModal
      opened
      title={t('repair.addLabour')}
      submitLabel={t('repair.addLabour')}
      {...form.window}
      onClose={onClose}
    >
      <TextField {...form.field('who')} />
      <DateField {...form.field('day')} max={today} />
      <ClockField {...form.field('from')} />
      <ClockField {...form.field('to')} />
    </FormModal>
  )
}

/** A part that was used. */
export function PartDialog({ of, onClose }: EntryDialogProps) {
  const t = useText()
  const [key] = useState(() => crypto.randomUUID())
  const form = useSendForm({
    ...partRules(key, of.id, t),
    initial: blankPart,
    invalidates: [getRepairCase],
    onDone: onClose,
  })
  return (
    <FormModal
      opened
      title={t('repair.addPart')}
      submitLabel={t('repair.addPart')}
      {...form.window}
      onClose={onClose}
    >
      <TextField {...form.field('name')} />
      <TextField {...form.field('number')} />
      <NumberField {...form.field('quantity')} />
    </FormModal>
  )
}
