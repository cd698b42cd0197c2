import type { checkDeployment, WireEnteredDevice } from '@coldkeep/contract/areas/deployments'
import type { Answer } from '@coldkeep/contract/call'
import { isMeter } from '@coldkeep/domain/organisation/check-device'
import { deviceTypes, temperatureZones } from '@coldkeep/domain/organisation/device'
import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { keyOf } from './device-key'
import styles from './scripts.module.css'

export type MissingDevice = Answer<typeof checkDeployment>['missing'][number]

export interface MissingDevicesProps {
  readonly missing: readonly MissingDevice[]
  readonly entered: readonly WireEnteredDevice[]
  readonly onChange: (entered: readonly WireEnteredDevice[]) => void
}

/** The types of devices that stores lack and that are entered on the way: given once for all these stores. */
export function MissingDevices({ missing, entered, onChange }: MissingDevicesProps) {
  const t = useText()
  const put = (next: WireEnteredDevice) =>
    onChange([...entered.filter((one) => keyOf(one) !== keyOf(next)), next])
  return (
    <section className={frame.stack} aria-label={t('scripts.missing')}>
      <h3>{t('scripts.missing')}</h3>
      <p className={frame.note}>{t('scripts.missingWhy')}</p>
      {missing.map((device) => (
        <DeviceFields
          key={keyOf(device)}
          device={device}
          entered={entered.find((one) => keyOf(one) === keyOf(device)) ?? unsaid(device)}
          onChange={put}
        />
      ))}
    </section>
  )
}

function DeviceFields(props: {
  readonly device: MissingDevice
  readonly entered: WireEnteredDevice
  readonly onChange: (entered: WireEnteredDevice) => void
}) {
  const { device, entered, onChange } = props
  const t = useText()
  const { brand, model, unitId: unit, name, stores } = device
  return (
    <fieldset className={styles.missing}>
      <legend>
        <strong>{name}</strong> · {brand} {model} · {t('devices.page.unitId')} {unit} ·{' '}
        {t('scripts.lackedBy', { count: stores })}
      </legend>
      <SelectField
        label={t('devices.page.type')}
        value={entered.type}
        choices={deviceTypes.map((type) => ({ value: type, label: t(`devices.type.${type}`) }))}
        onChange={(value) => {
          const type = deviceTypes.find((one) => one === value) ?? entered.type
          onChange({ ...entered, type, zone: isMeter(type) ? null : entered.zone })
        }}
      />
      {!isMeter(entered.type) && (
        <SelectField
          label={t('devices.page.zone')}
          clearable
          placeholder={t('equipment.zoneUnsaid')}
          value={entered.zone}
          choices={temperatureZones.map((zone) => ({ value: zone, label: t(`devices.zone.${zone}`) }))}
          onChange={(value) =>
            onChange({ ...entered, zone: temperatureZones.find((one) => one === value) ?? null })
          }
        />
      )}
    </fieldset>
  )
}

function unsaid({ brand, model, unitId, type }: MissingDevice): WireEnteredDevice {
  return { brand, model, unitId, type, zone: null }
}
