import { getAlarm } from '@coldkeep/contract/areas/alarms'
import { joinRepairAlarms, listRepairCases } from '@coldkeep/contract/areas/repair'
import type { Answer } from '@coldkeep/contract/call'
import type { AlarmId, RepairCaseId } from '@coldkeep/domain/ids'
import { useState } from 'react'
import { useCall, useSend } from '../../api/use-call'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { Button } from '../../kit/Button'
import { FormModal } from '../../kit/dialog/FormModal'
import { SelectField } from '../../kit/field/SelectField'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './repair.module.css'
import { NO_DEVICE, type ReportDraft, reportRules } from './report-form'
import { useEquipmentChoices } from './use-equipment-choices'
import { useStoreChoices } from './use-store-choices'

export interface ReportDialogProps {
  /** What is reported comes from them; none: it is reported by hand. */
  readonly alarms: readonly AlarmId[]
  /** With the case that was opened, or that the alarms have joined. */
  readonly onClose: (made: RepairCaseId | null) => void
}

/** A repair is reported, by hand or from alarms of one store. */
export function ReportDialog({ alarms, onClose }: ReportDialogProps) {
  const [first] = alarms
  const answer = useCall(getAlarm, first === undefined ? null : { params: { alarmId: first } })
  if (first === undefined) return <ReportForm alarms={[]} of={null} onClose={onClose} />
  const alarm = answer.data?.alarm
  return alarm === undefined ? null : <ReportForm alarms={alarms} of={alarm} onClose={onClose} />
}

type Alarm = Answer<typeof getAlarm>['alarm']

interface ReportFormProps extends ReportDialogProps {
  readonly of: Alarm | null
}

function ReportForm({ alarms, of, onClose }: ReportFormProps) {
  const t = useText()
  const [key] = useState(() => crypto.randomUUID())
  const initial: ReportDraft = {
    storeId: of?.store.id ?? null,
    deviceId: of?.device ? String(of.device.id) : NO_DEVICE,
    fault: of?.text ?? '',
  }
  const form = useSendForm({
    ...reportRules(key, alarms, t),
    initial,
    invalidates: [listRepairCases],
    onDone: ({ case: made }) => {
      showToast(t('repair.reported', { ticket: made.ticket }))
      onClose(made.id)
    },
  })
  const { storeId } = form.values
  const stores = useStoreChoices(of?.store ?? null)
  const equipment = useEquipmentChoices(storeId, of?.device ?? null)
  return (
    <FormModal
      opened
      title={t('repair.report')}
      submitLabel={t('repair.report')}
      {...form.window}
      onClose={() => onClose(null)}
    >
      {of !== null && <JoinOpenCase alarms={alarms} of={of} onJoined={onClose} />}
      <SelectField
        {...form.field('storeId')}
        searchable
        disabled={of !== null}
        value={storeId === null ? null : String(storeId)}
        choices={stores.choices}
        onSearch={stores.onSearch}
        onChange={(next) =>
          form.change({
            storeId: (next === null ? null : Number(next)) as ReportDraft['storeId'],
            deviceId: NO_DEVICE,
          })
        }
      />
      <SelectField
        {...form.field('deviceId')}
        searchable
        choices={[{ value: NO_DEVICE, label: t('repair.noEquipment') }, ...equipment]}
        onChange={(next) => form.change({ deviceId: next ?? NO_DEVICE })}
      />
      <TextAreaField {...form.field('fault')} />
      {alarms.length > 0 && <p className={frame.note}>{t('repair.fromAlarms', { count: alarms.length })}</p>}
    </FormModal>
  )
}

const MOST_OFFERED = 3

/** Open cases of the same equipment, which the alarms may join instead of a case of their own. */
function JoinOpenCase({
  alarms,
  of,
  onJoined,
}: {
  readonly alarms: readonly AlarmId[]
  readonly of: Alarm
  readonly onJoined: (id: RepairCaseId) => void
}) {
  const t = useText()
  const deviceId = of.device?.id ?? null
  const query = {
    departmentId: null,
    timezone: 0,
    progressId: null,
    deviceId,
    owner: 'all',
    proposal: 'all',
    search: '',
  } as const
  const open = useCall(
    listRepairCases,
    deviceId === null ? null : { query: { ...query, page: 1, pageSize: MOST_OFFERED } },
  ).data
  const joining = useSend(joinRepairAlarms, {
    invalidates: [listRepairCases],
    onDone: ({ case: { id, ticket } }) => {
      showToast(t('repair.joined', { ticket }))
      onJoined(id)
    },
  })
  if (open === undefined || open.records.length === 0) return null
  return (
    <ul className={styles.offered} aria-label={t('repair.joinTo')}>
      {open.records.map(({ id, ticket, fault }) => (
        <li key={id}>
          <span>
            {ticket}: {fault}
          </span>
          <Button
            size="small"
            loading={joining.isPending}
            onClick={() => joining.mutate({ params: { caseId: id }, body: { alarms: [...alarms] } })}
          >
            {t('repair.join', { ticket })}
          </Button>
        </li>
      ))}
    </ul>
  )
}
