import {
  listReportDevices,
  listReportSensors,
  MOST_REPORT_SENSORS,
} from '@coldkeep/contract/areas/sensor-reports'
import type { DeviceId } from '@coldkeep/domain/ids'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { StepColumn, StepColumns } from '../../archetypes/steps/StepColumns'
import { announce } from '../../kit/announce'
import { Button } from '../../kit/Button'
import { CheckField } from '../../kit/field/CheckField'
import { RadioField } from '../../kit/field/RadioField'
import { IconButton } from '../../kit/IconButton'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './downloads.module.css'
import { SkeletonLines } from './SkeletonLines'
import type { Report } from './use-report'

/** A sensor of a device, by `device,sensor`. */
export interface Pick {
  readonly key: string
  /** As the list shows it. */
  readonly label: string
}

export interface SensorStepsProps {
  readonly report: Report
  readonly picks: readonly Pick[]
  readonly onPicks: (picks: readonly Pick[]) => void
}

/** Step 1: a device; step 2: its sensors; next to them what is to be downloaded. */
export function SensorSteps({ report, picks, onPicks }: SensorStepsProps) {
  const t = useText()
  const { storeId, group } = report
  const [chosen, setChosen] = useState<string | null>(null)
  const devices = useCall(
    listReportDevices,
    storeId === null ? null : { query: { 'data-type': group, storeId } },
  )
  const device = devices.data?.find(({ id }) => id === chosen) ?? null
  const add = (sensors: readonly Pick[]) => {
    const known = new Set(picks.map(({ key }) => key))
    const fresh = sensors.filter(({ key }) => !known.has(key))
    const [repeated] = sensors.filter(({ key }) => known.has(key))
    onPicks([...picks, ...fresh])
    return repeated ? t('reports.page.listed', { name: repeated.label }) : null
  }
  return (
    <StepColumns>
      <StepColumn number={1} title={t('reports.page.devices')}>
        {storeId === null ? (
          <p className={frame.note}>{t('reports.page.storeFirst')}</p>
        ) : devices.isLoading ? (
          <SkeletonLines />
        ) : devices.data?.length === 0 ? (
          <p className={frame.note}>{t('reports.page.noDevices')}</p>
        ) : (
          <div className={styles.scroll}>
            <RadioField
              label={t('reports.page.devices')}
              hideLabel
              value={device?.id ?? null}
              choices={(devices.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
              onChange={setChosen}
            />
          </div>
        )}
      </StepColumn>
      <SensorColumn key={`${device?.id} ${group}`} device={device} report={report} onAdd={add} />
      <PickColumn picks={picks} onPicks={onPicks} />
    </StepColumns>
  )
}

interface SensorColumnProps {
  readonly device: { readonly id: string; readonly title: string } | null
  readonly report: Report
  /** @returns what was not taken, and why */
  readonly onAdd: (picks: readonly Pick[]) => string | null
}

function SensorColumn({ device, report, onAdd }: SensorColumnProps) {
  const t = useText()
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const [hint, setHint] = useState<string | null>(null)
  const sensors = useCall(
    listReportSensors,
    device === null ? null : { query: { 'data-type': report.group, dev: Number(device.id) as DeviceId } },
  )
  const rows = sensors.data ?? []
  const add = (ids: readonly string[]) => {
    if (device === null) return
    const titles = new Map(rows.map(({ id, title }) => [id, title]))
    const problem = onAdd(
      ids.map((id) => ({ key: `${device.id},${id}`, label: `${device.title},${titles.get(id) ?? ''}` })),
    )
    setHint(problem)
    if (problem !== null) announce(problem)
    setChecked(new Set())
  }
  const toggle = (id: string) => (isChecked: boolean) => {
    const next = new Set(checked)
    if (isChecked) next.add(id)
    else next.delete(id)
    setChecked(next)
  }
  return (
    <StepColumn
      number={2}
      title={t('reports.page.sensors')}
      foot={
        <>
          <Button
            disabledReason={checked.size === 0 ? t('reports.page.sensors') : null}
            onClick={() => add([...checked])}
          >
            {t('reports.page.add')}
          </Button>
          <Button
            variant="quiet"
            disabledReason={rows.length === 0 ? t('reports.page.deviceFirst') : null}
            onClick={() => add(rows.map(({ id }) => id))}
          >
            {t('reports.page.addAll')}
          </Button>
        </>
      }
    >
      {device === null ? (
        <p className={frame.note}>{t('reports.page.deviceFirst')}</p>
      ) : sensors.isLoading ? (
        <SkeletonLines />
      ) : rows.length === 0 ? (
        <p className={frame.note}>{t('reports.page.noSensors')}</p>
      ) : (
        <ul className={styles.scroll}>
          {rows.map(({ id, title }) => (
            <li key={id} onDoubleClick={() => add([id])}>
              <CheckField label={title} checked={checked.has(id)} onChange={toggle(id)} />
            </li>
          ))}
        </ul>
      )}
      {hint !== null && <p className={styles.hint}>{hint}</p>}
    </StepColumn>
  )
}

function PickColumn({ picks, onPicks }: Omit<SensorStepsProps, 'report'>) {
  const t = useText()
  return (
    <StepColumn
      title={t('reports.page.list')}
      tools={<span className={frame.note}>{picks.length}</span>}
      foot={
        <Button
          variant="quiet"
          disabledReason={picks.length === 0 ? t('reports.page.nothing') : null}
          onClick={() => onPicks([])}
        >
          {t('reports.page.clearAll')}
        </Button>
      }
    >
      {picks.length === 0 && <p className={frame.note}>{t('reports.page.nothing')}</p>}
      {picks.length > MOST_REPORT_SENSORS && (
        <p className={styles.hint}>{t('reports.page.moreThan', { count: MOST_REPORT_SENSORS })}</p>
      )}
      <ul className={styles.scroll}>
        {picks.map(({ key, label }) => (
          <li key={key} className={styles.pick}>
            <span>{label}</span>
            <IconButton
              icon="close"
              size="small"
              label={t('reports.page.remove', { name: label })}
              onClick={() => onPicks(picks.filter((one) => one.key !== key))}
            />
          </li>
        ))}
      </ul>
    </StepColumn>
  )
}
