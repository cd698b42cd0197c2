import { getEquipmentUse, listEquipment, retireEquipment } from '@coldkeep/contract/areas/equipment'
import { useCall } from '../../api/use-call'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import styles from './equipment.module.css'
import type { EquipmentEntry } from './equipment-columns'

export interface RetireDialogProps {
  readonly device: EquipmentEntry
  /** What it shall be. */
  readonly isRetired: boolean
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks before a device goes out of use or comes back, with what that means. */
export function RetireDialog({ device, isRetired, onDone, onClose }: RetireDialogProps) {
  const t = useText()
  const { id, name, revision } = device
  const use = useCall(getEquipmentUse, { params: { deviceId: id } }, { quiet: true, staleMs: 0 })
  return (
    <ConfirmAndSend
      title={t(isRetired ? 'equipment.askRetire' : 'equipment.askRestore', { name })}
      action={t(isRetired ? 'equipment.retire' : 'equipment.restore')}
      destructive={isRetired}
      call={retireEquipment}
      input={{ params: { deviceId: id }, body: { isRetired, revision } }}
      invalidates={[listEquipment]}
      success={t(isRetired ? 'equipment.retired' : 'equipment.restored', { name })}
      onDone={onDone}
      onClose={onClose}
    >
      <div className={styles.question}>
        <p>{t(isRetired ? 'equipment.retireMeans' : 'equipment.restoreMeans')}</p>
        {use.isLoading && <Skeleton height={24} />}
        {isRetired && use.data && use.data.openAlarms > 0 && (
          <p>{t('equipment.endsAlarms', { count: use.data.openAlarms })}</p>
        )}
        {!isRetired && use.data && use.data.sentAgain.length > 0 && (
          <p>{t('equipment.sentAgain', { scripts: use.data.sentAgain.join(', ') })}</p>
        )}
        {isRetired && use.data && (
          <p>
            {use.data.scripts.length > 0
              ? t('equipment.stillPolled', { scripts: use.data.scripts.map((one) => one.name).join(', ') })
              : t(use.data.runsOwnFile ? 'equipment.maybePolled' : 'equipment.notPolled')}
          </p>
        )}
      </div>
    </ConfirmAndSend>
  )
}
