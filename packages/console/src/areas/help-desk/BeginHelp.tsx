import {
  getHelpStore,
  type HelpSession,
  type HelpStore,
  openHelpSession,
} from '@coldkeep/contract/areas/help-desk'
import type { RepairCaseId } from '@coldkeep/domain/ids'
import { useState } from 'react'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { CheckField } from '../../kit/field/CheckField'
import { RadioField } from '../../kit/field/RadioField'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useWhyNot } from '../../site/use-why-not'
import { beginHelpRules, noBegin } from './begin-form'
import styles from './help-desk.module.css'

const NEW = 'new'

export interface BeginHelpProps {
  readonly store: HelpStore
  readonly session: HelpSession | null
  readonly onBegun: (session: HelpSession) => void
}

/** What is to be helped with, and for which case of repair. */
export function BeginHelp({ store, session, onBegun }: BeginHelpProps) {
  const t = useText()
  const { devices, cases, session: named, activation } = store
  const whyNot = useWhyNot()(openHelpSession, 'now')
  const [id] = useState(() => crypto.randomUUID())
  const form = useSendForm({
    ...beginHelpRules(id, store.store.id, t),
    initial: noBegin,
    invalidates: [getHelpStore],
    onDone: onBegun,
  })
  const { devices: chosen, caseId } = form.values
  if (named !== null)
    return (
      <p role="status">
        {named.isOwn
          ? t('helpDesk.goesOn', { ticket: named.repairCase.ticket })
          : t('helpDesk.taken', { name: named.by, ticket: named.repairCase.ticket })}
        {session !== null && session.devices.length > 0 && (
          <span className={styles.detail}>{session.devices.map(({ name }) => name).join(', ')}</span>
        )}
      </p>
    )
  return (
    <Form
      className={frame.stack}
      aria-label={t('helpDesk.step.begin')}
      onSubmit={() => whyNot === null && form.submit()}
    >
      <fieldset className={styles.group}>
        <legend>{t('helpDesk.equipment')}</legend>
        <p className={frame.note}>{t('helpDesk.equipmentHint')}</p>
        <div className={frame.choices}>
          {devices.map(({ id, name, zone, brand, model }) => (
            <CheckField
              key={id}
              label={name}
              help={[zone === null ? '' : t(`devices.zone.${zone}`), `${brand} ${model}`]
                .filter(Boolean)
                .join(' · ')}
              checked={chosen.includes(id)}
              onChange={(isChosen) =>
                form.change({ devices: isChosen ? [...chosen, id] : chosen.filter((one) => one !== id) })
              }
            />
          ))}
        </div>
      </fieldset>
      {cases.length > 0 && (
        <RadioField
          label={t('helpDesk.case')}
          value={caseId === null ? NEW : String(caseId)}
          onChange={(next) => form.change({ caseId: next === NEW ? null : (Number(next) as RepairCaseId) })}
          choices={[
            { value: NEW, label: t('helpDesk.newCase') },
            ...cases.map((one) => ({
              value: String(one.id),
              label: `${one.ticket} ${one.device === null ? '' : `${one.device.name}: `}${one.fault}`,
            })),
          ]}
        />
      )}
      {caseId === null && <TextAreaField {...form.field('fault')} required rows={2} />}
      <div className={frame.buttons}>
        <SubmitButton missing={whyNot ?? form.missing} busy={form.sending.isPending}>
          {activation.price === 0
            ? t('helpDesk.begin')
            : `${t('helpDesk.requestActivation')} (${t('helpDesk.activation.points', { count: activation.price })})`}
        </SubmitButton>
      </div>
    </Form>
  )
}
