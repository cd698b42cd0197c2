import { getEquipmentUse } from '@coldkeep/contract/areas/equipment'
import type { SettingsDevice } from '@coldkeep/contract/areas/store-settings'
import type { DeviceId } from '@coldkeep/domain/ids'
import { useCall } from '../../api/use-call'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'

/** What a device that goes out of use takes along: its open alarms, and the scripts that poll it. */
export function RetiredUse({ device: { key, name } }: { readonly device: SettingsDevice }) {
  const t = useText()
  const deviceId = Number(key) as DeviceId
  const use = useCall(getEquipmentUse, { params: { deviceId } }, { quiet: true }).data
  if (use === undefined) return null
  const lines = [
    use.openAlarms > 0 ? t('equipment.endsAlarms', { count: use.openAlarms }) : null,
    use.scripts.length > 0
      ? t('equipment.stillPolled', { scripts: use.scripts.map((one) => one.name).join(', ') })
      : t(use.runsOwnFile ? 'equipment.maybePolled' : 'equipment.notPolled'),
  ]
  return (
    <p className={frame.note}>
      <strong>{name}</strong> · {t('storeSettings.retires')}. {lines.filter(Boolean).join(' ')}
    </p>
  )
}
