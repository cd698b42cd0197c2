import type { DeviceType, TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Column } from '../kit/table/column'

interface KnownDevice {
  readonly type: DeviceType
  readonly zone: TemperatureZone | null
  readonly brand: string
  readonly model: string
}

/** What equipment is: its type, temperature zone and controller. */
export function kindColumns<Row extends KnownDevice>(t: Translate): readonly Column<Row>[] {
  return [
    {
      key: 'type',
      title: t('devices.page.type'),
      kind: 'text',
      value: ({ type }) => t(`devices.type.${type}`),
    },
    {
      key: 'zone',
      title: t('devices.page.zone'),
      kind: 'text',
      value: ({ zone }) => (zone === null ? null : t(`devices.zone.${zone}`)),
    },
    {
      key: 'model',
      title: t('devices.page.model'),
      kind: 'text',
      value: ({ brand, model }) => `${brand} ${model}`,
    },
  ]
}
