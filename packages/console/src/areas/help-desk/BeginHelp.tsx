import {
  getHelpStore,
  type HelpSession,
  type HelpStore,
  openHelpSession,
} from '@coldkeep/contract/areas/help-desk'
import type { DeviceId, RepairCaseId } from '@coldkeep/domain/ids'
import { useState } from 'react'
import { useSend } from '../../api/use-call'
import { CheckField } from '../../kit/field/CheckField'
import { RadioField } from '../../kit/field/RadioField'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useWhyNot } from '../../site/use-why-not'
import styles from './help-desk.module.css'

const LONGEST_FAULT = 1_000
const NEW = 'new'

export interface BeginHelpProps {
  readonly store: HelpStore
  readonly session: HelpSession | null
  readonly onBegun: (session: HelpSession) => void
}

/** What is to be helped with, and for which case of repair. */
export function BeginHelp({ store, session, onBegun }: BeginHelpProps) {
  const t = useText()
  const { devices, cases, session: named } = store
  const whyNot = useWhyNot()(openHelpSession, 'now')
  const [chosen, setChosen] = useState<ReadonlySet<DeviceId>>(new Set())
  const [caseText, setCase] = useState(NEW)
  const [fault, setFault] = useState('')
  const [isSent, setSent] = useState(false)
  const opening = useSend(openHelpSession, { invalidates: [getHelpStore], onDone: onBegun })
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
  const isNew = caseText === NEW
  const missing = isNew && fault.trim() === '' ? t('kit.field.required') : null
  const choose = (id: DeviceId, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const begin = () => {
    setSent(true)
    if (missing !== null || whyNot !== null) return
    opening.mutate({
      body: {
        id: crypto.randomUUID(),
        storeId: store.store.id,
        devices: [...chosen],
        caseId: isNew ? null : (Number(caseText) as RepairCaseId),
        fault: isNew ? fault.trim() : '',
      },
    })
  }
  return (
    <Form className={frame.stack} aria-label={t('helpDesk.step.begin')} onSubmit={begin}>
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
              checked={chosen.has(id)}
              onChange={(isChosen) => choose(id, isChosen)}
            />
          ))}
        </div>
      </fieldset>
      {cases.length > 0 && (
        <RadioField
          label={t('helpDesk.case')}
          value={caseText}
          onChange={setCase}
          choices={[
            { value: NEW, label: t('helpDesk.newCase') },
            ...cases.map((one) => ({
              value: String(one.id),
              label: `${one.ticket} ${one.device === null ? '' : `${one.device.name}: `}${one.fault}`,
            })),
          ]}
        />
      )}
      {isNew && (
        <TextAreaField
          label={t('helpDesk.fault')}
          required
          rows={2}
          maxLength={LONGEST_FAULT}
          error={isSent ? missing : null}
          value={fault}
          onChange={setFault}
        />
      )}
      <div className={frame.buttons}>
        <SubmitButton missing={whyNot ?? missing} busy={opening.isPending}>
          {t('helpDesk.begin')}
        </SubmitButton>
      </div>
    </Form>
  )
}
