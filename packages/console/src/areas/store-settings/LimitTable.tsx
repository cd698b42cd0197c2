import type { SettingsDevice } from '@coldkeep/contract/areas/store-settings'
import type { ChosenFigures } from '@coldkeep/domain/analysis/figures'
import { zoneLimits } from '@coldkeep/domain/analysis/zone-limits'
import { type TemperatureZone, temperatureZones } from '@coldkeep/domain/organisation/device'
import { useMemo } from 'react'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'

interface ZoneRow {
  readonly zone: TemperatureZone
  readonly lowC: number | null
  readonly highC: number | null
  readonly graceMinutes: number
}

/** The limits of the zones that the fridge list has, for the country of the store. */
export function LimitTable(props: {
  readonly devices: readonly SettingsDevice[]
  readonly country: string
  /** Figures of the zones at the store. */
  readonly chosen: ChosenFigures
}) {
  const { devices, country, chosen } = props
  const t = useText()
  const rows = temperatureZones
    .filter((zone) => devices.some((device) => device.zone === zone && !device.isRetired))
    .map((zone): ZoneRow => {
      const { insuredLowC, insuredHighC, graceMinutes } = zoneLimits(zone, country, chosen[zone])
      return { zone, lowC: insuredLowC, highC: insuredHighC, graceMinutes }
    })
  const columns = useMemo(
    (): readonly Column<ZoneRow>[] => [
      {
        key: 'zone',
        title: t('devices.page.zone'),
        kind: 'text',
        value: ({ zone }) => t(`devices.zone.${zone}`),
      },
      {
        key: 'low',
        title: t('scripts.lowLimit'),
        group: { title: t('storeSettings.insuredRange'), short: t('scripts.low') },
        kind: 'number',
        unit: '°C',
        value: ({ lowC }) => lowC,
      },
      {
        key: 'high',
        title: t('scripts.highLimit'),
        group: { title: t('storeSettings.insuredRange'), short: t('scripts.high') },
        kind: 'number',
        unit: '°C',
        value: ({ highC }) => highC,
      },
      {
        key: 'grace',
        title: t('storeSettings.grace'),
        kind: 'minutes',
        value: ({ graceMinutes }) => graceMinutes,
      },
    ],
    [t],
  )
  if (rows.length === 0) return <p className={frame.note}>{t('storeSettings.noZones')}</p>
  return (
    <>
      <DataTable
        title={t('storeSettings.limits')}
        tableKey="store settings limits"
        columns={columns}
        rows={rows}
        rowKey={({ zone }) => zone}
      />
      <p className={frame.note}>{t('storeSettings.limitsNote')}</p>
    </>
  )
}
