import {
  getHelpParameters,
  type HelpSession,
  type HelpStore,
  saveHelpFile,
  writeHelpParameters,
} from '@coldkeep/contract/areas/help-desk'
import { readParametersNow } from '@coldkeep/contract/areas/parameters'
import type { DeviceId } from '@coldkeep/domain/ids'
import { readParameterText, writeParameterText } from '@coldkeep/domain/parameters/parameter-text'
import { formatNumber, NO_VALUE } from '@coldkeep/phrases/format'
import { Suspense, useState } from 'react'
import { useCall, useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { SelectField } from '../../kit/field/SelectField'
import { LoadFailure } from '../../kit/LoadFailure'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useWhyNot } from '../../site/use-why-not'
import styles from './help-desk.module.css'
import { ParameterText } from './ParameterText'
import { WriteStates } from './WriteStates'

const SaveFileDialog = lazily(() => import('./SaveFileDialog'), 'SaveFileDialog')

export interface ParameterStepProps {
  readonly session: HelpSession
  readonly devices: HelpStore['devices']
  readonly onChanged: (session: HelpSession) => void
}

/** The parameters of a device as a text, which is checked while it is typed, written with proof, and saved as a file. */
export function ParameterStep({ session, devices, onChanged }: ParameterStepProps) {
  const t = useText()
  const named = new Set(session.devices.map(({ id }) => id))
  const choices = devices.filter(({ id }) => named.size === 0 || named.has(id))
  const [chosen, choose] = useState<DeviceId | null>(null)
  const device = choices.find(({ id }) => id === chosen) ?? choices[0]
  if (device === undefined) return <p className={frame.note}>{t('helpDesk.parameters.noDevice')}</p>
  return (
    <>
      <SelectField
        label={t('helpDesk.parameters.device')}
        value={String(device.id)}
        choices={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(next) => choose(next === null ? null : (Number(next) as DeviceId))}
      />
      <DeviceText key={device.id} session={session} deviceId={device.id} onChanged={onChanged} />
      <WriteStates session={session} />
    </>
  )
}

interface DeviceTextProps extends Pick<ParameterStepProps, 'session' | 'onChanged'> {
  readonly deviceId: DeviceId
}

function DeviceText({ session, deviceId, onChanged }: DeviceTextProps) {
  const t = useText()
  const language = useLanguage()
  const whyNot = useWhyNot()
  const params = { sessionId: session.id }
  const answer = useCall(
    getHelpParameters,
    { params, query: { deviceId } },
    { quiet: true, refreshMs: REFRESH_MS },
  )
  const [text, setText] = useState('')
  const [open, setOpen] = useState<'write' | 'file' | null>(null)
  const close = () => setOpen(null)
  const done = (changed: HelpSession) => {
    close()
    onChanged(changed)
  }
  const writing = useSend(writeHelpParameters, { onDone: done })
  const reading = useSend(readParametersNow)
  const rows = answer.data?.values
  if (rows === undefined)
    return answer.error === null ? <Skeleton height={160} /> : <LoadFailure onRetry={answer.refetch} />
  if (rows.length === 0) return <p className={frame.note}>{t('helpDesk.parameters.none')}</p>
  const known = new Map(rows.map(({ parameter, observed }) => [parameter.code, { parameter, observed }]))
  const { values, faults } = readParameterText(
    text,
    rows.map(({ parameter }) => parameter),
  )
  const readOf = (code: string) => {
    const observed = known.get(code)?.observed
    return observed?.quality === 0 ? observed.value : null
  }
  const changes = values.filter(({ code, value }) => readOf(code) !== value)
  const unready =
    faults.size > 0
      ? t('helpDesk.parameters.faulty', { count: faults.size })
      : values.length === 0
        ? t('helpDesk.parameters.empty')
        : null
  const nothingNew = changes.length === 0 ? t('helpDesk.parameters.same') : null
  const ended = session.endedAt === null ? null : t('helpDesk.ended')
  const fill = () =>
    setText(
      writeParameterText(
        rows.flatMap(({ parameter: { code, name, unit } }) => {
          const value = readOf(code)
          return value === null ? [] : [{ code, value, comment: [name, unit].filter(Boolean).join(', ') }]
        }),
      ),
    )
  return (
    <>
      <div className={frame.buttons}>
        <Button size="small" onClick={fill}>
          {t('helpDesk.parameters.fill')}
        </Button>
        <Button
          size="small"
          loading={reading.isPending}
          disabledReason={whyNot(readParametersNow, 'equipment')}
          onClick={() => reading.mutate({ body: { deviceId } })}
        >
          {t('helpDesk.parameters.read')}
        </Button>
      </div>
      <ParameterText
        text={text}
        onText={setText}
        faults={faults}
        codes={rows.map(({ parameter }) => parameter)}
      />
      <div className={frame.buttons}>
        <Button
          variant="primary"
          disabledReason={ended ?? whyNot(writeHelpParameters, 'equipment') ?? unready ?? nothingNew}
          onClick={() => setOpen('write')}
        >
          {t('helpDesk.parameters.write')}
        </Button>
        <Button disabledReason={ended ?? whyNot(saveHelpFile) ?? unready} onClick={() => setOpen('file')}>
          {t('helpDesk.parameters.save')}
        </Button>
      </div>
      <ConfirmDialog
        opened={open === 'write'}
        title={t('helpDesk.parameters.writeTitle')}
        action={t('helpDesk.parameters.write')}
        widthPx={560}
        busy={writing.isPending}
        onCancel={close}
        onConfirm={() =>
          writing.mutate({
            params,
            body: {
              deviceId,
              values: changes.map(({ code, value }) => ({ id: crypto.randomUUID(), code, value })),
              note: session.repairCase.ticket,
            },
          })
        }
      >
        <ul className={styles.changes}>
          {changes.map(({ code, value }) => {
            const { name = code, unit = '' } = known.get(code)?.parameter ?? {}
            const before = readOf(code)
            const shown = (figure: number | null) =>
              figure === null ? NO_VALUE : formatNumber(language, figure, { unit })
            return (
              <li key={code}>
                <span>
                  {name} <span className={frame.note}>{code}</span>
                </span>
                <strong>
                  {shown(before)} → {shown(value)}
                </strong>
              </li>
            )
          })}
        </ul>
        <p className={frame.note}>{t('helpDesk.parameters.writeNote')}</p>
      </ConfirmDialog>
      <Suspense>
        {open === 'file' && (
          <SaveFileDialog
            source={{ sessionId: session.id, deviceId, values }}
            onClose={close}
            onSaved={done}
          />
        )}
      </Suspense>
    </>
  )
}

const REFRESH_MS = 15_000
