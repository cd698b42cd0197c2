import {
  listAmberStores,
  listServiceRecords,
  listStoreEngineers,
  type StoreEngineer,
} from '@coldkeep/contract/areas/amber'
import { priorities } from '@coldkeep/domain/alarms/priority'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { CheckField } from '../../kit/field/CheckField'
import { DateField } from '../../kit/field/DateField'
import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import { serviceDraftOf, serviceRules } from './service-form'

export interface ServiceDialogProps {
  readonly engineer: StoreEngineer
  readonly onClose: () => void
}

/** The alert service of an engineer: on or off, until when, from which priority; and whether cases are taken. */
export function EditServiceDialog({ engineer, onClose }: ServiceDialogProps) {
  const t = useText()
  const form = useSendForm({
    ...serviceRules(engineer, t),
    initial: serviceDraftOf(engineer),
    invalidates: [listStoreEngineers, listServiceRecords, listAmberStores],
    onDone: onClose,
  })
  const { hasAlertService, takesCases } = form.values
  return (
    <FormModal
      opened
      title={t('amber.editTitle', { name: engineer.name })}
      submitLabel={t('shell.words.save')}
      onClose={onClose}
      {...form.window}
    >
      <CheckField
        label={t('amber.isOn')}
        help={t('amber.isOnHelp')}
        checked={hasAlertService}
        onChange={(checked) => form.change({ hasAlertService: checked })}
      />
      <DateField {...form.field('alertServiceEndsOn')} required={hasAlertService} />
      <SelectField
        {...form.field('lowestPriority')}
        choices={priorities.map((one) => ({ value: one, label: t(`alarms.priority.${one}`) }))}
        onChange={(next) => form.change({ lowestPriority: priorities.find((one) => one === next) ?? null })}
      />
      <CheckField
        label={t('amber.takesCases')}
        help={t('amber.takesCasesHelp')}
        checked={takesCases}
        onChange={(checked) => form.change({ takesCases: checked })}
      />
    </FormModal>
  )
}
