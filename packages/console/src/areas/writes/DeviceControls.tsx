import { getControls, type WireControl } from '@coldkeep/contract/areas/writes'
import type { DeviceId } from '@coldkeep/domain/ids'
import { isQuality, qualityGroup } from '@coldkeep/domain/points/reading'
import { formatInstant } from '@coldkeep/phrases/format'
import { controlName, valueText } from '@coldkeep/phrases/write-text'
import { Suspense, useMemo, useState } from 'react'
import { serviceText } from '../../api/call-problem'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Link } from '../../kit/Link'
import { LoadFailure } from '../../kit/LoadFailure'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import { AlarmMark } from '../../parts/AlarmMark'
import frame from '../../parts/page.module.css'
import { paths } from '../../site/paths'
import type { Controls, OperableDevice } from './controls'
import styles from './writes.module.css'

const WriteDialog = lazily(() => import('./WriteDialog'), 'WriteDialog')

const REFRESH_MS = 5_000

export interface DeviceControlsProps {
  readonly id: DeviceId
  /** Of its store. */
  readonly devices: readonly OperableDevice[]
}

/** What can be set at one device, with its values now and how far they may go. */
export function DeviceControls({ id, devices }: DeviceControlsProps) {
  const t = useText()
  const [open, setOpen] = useState<string | null>(null)
  const answer = useCall(getControls, { params: { deviceId: id } }, { refreshMs: REFRESH_MS, quiet: true })
  const device = answer.data
  const columns = useControlColumns(device?.store.zone)
  if (answer.isLoading) return <Skeleton height={220} />
  if (device === undefined) {
    return <LoadFailure words={serviceText(answer.error)} onRetry={() => void answer.refetch()} />
  }
  const reason = device.hindrance === null ? null : t(`writes.hindrance.${device.hindrance}`)
  const control = device.controls.find(({ code }) => code === open)
  const set = (one: WireControl) => (
    <Button
      size="small"
      disabledReason={reason}
      aria-label={t('writes.setName', { control: controlName(one) })}
      onClick={() => setOpen(one.code)}
    >
      {t('writes.set')}
    </Button>
  )
  return (
    <>
      <DeviceHead device={device} reason={reason} />
      <DataTable
        title={t('writes.controls')}
        tableKey="device controls"
        columns={columns}
        rows={device.controls}
        rowKey={({ code }) => code}
        pageSize={20}
        empty={{ title: t('writes.noControls') }}
        rowActions={set}
      />
      <Suspense>
        {control && (
          <WriteDialog device={device} control={control} devices={devices} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </>
  )
}

/** Which device it is, and what keeps it from being set. */
function DeviceHead({ device, reason }: { readonly device: Controls; readonly reason: string | null }) {
  const t = useText()
  const { terminal } = device
  return (
    <section className={frame.card} aria-label={device.name}>
      <header className={styles.head}>
        <h2>
          <Link href={paths.device(device.id)}>{device.name}</Link>
        </h2>
        {terminal.state === 'online' || terminal.state === 'offline' ? (
          <StatusTag status={terminal.state} />
        ) : (
          <StatusTag status="waiting" word={t('devices.state.never_seen')} />
        )}
      </header>
      <p className={frame.note}>
        {[
          t('writes.toUnit', {
            model: `${device.brand} ${device.model}`,
            unit: device.unitId,
            terminal: terminal.id,
          }),
          device.modelVersion === null ? '' : t('writes.version', { version: device.modelVersion }),
          device.modelNote,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {terminal.state !== 'online' && (
        <p className={styles.banner} role="status">
          <AlarmMark shape="none" size={16} silent />
          {terminal.state === 'offline'
            ? t('writes.offline', { time: formatInstant(terminal.since, device.store.zone) })
            : t('writes.neverSeen')}
        </p>
      )}
      {reason !== null && (
        <p className={styles.banner} role="status">
          <AlarmMark shape="none" size={16} silent />
          {reason}
        </p>
      )}
    </section>
  )
}

function useControlColumns(zone: string | undefined): readonly Column<WireControl>[] {
  const t = useText()
  const language = useLanguage()
  return useMemo(
    (): Column<WireControl>[] => [
      {
        key: 'control',
        title: t('writes.control'),
        kind: 'text',
        value: controlName,
        cell: (control) => (
          <span className={styles.control}>
            {controlName(control)}
            <span className={styles.sub}>
              {[t(`writes.effect.${control.effect}`), control.point].filter(Boolean).join(' · ')}
            </span>
          </span>
        ),
      },
      {
        key: 'present',
        title: t('writes.present'),
        kind: 'number',
        value: ({ present }) => present?.value ?? null,
        cell: (control) => <Present control={control} zone={zone} />,
      },
      {
        key: 'allowed',
        title: t('writes.allowed'),
        kind: 'text',
        value: (control) => {
          const { lowest, highest } = control
          if (lowest === null || highest === null) return ''
          const text = (one: number) => valueText(control, one, language, t)
          return t('writes.range', { low: text(lowest), high: text(highest) })
        },
      },
      {
        key: 'usual',
        title: t('writes.usual'),
        kind: 'text',
        value: (control) => {
          if (control.usual === null) return ''
          const { low, high } = control.usual
          return t('writes.range', {
            low: valueText(control, low, language, t),
            high: valueText(control, high, language, t),
          })
        },
      },
      {
        key: 'source',
        title: t('writes.source'),
        kind: 'text',
        value: ({ source }) => source,
        wraps: 'words',
      },
    ],
    [t, language, zone],
  )
}

function Present({ control, zone }: { readonly control: WireControl; readonly zone: string | undefined }) {
  const t = useText()
  const language = useLanguage()
  const { present } = control
  if (present === null || present.at === null)
    return <span className={styles.sub}>{t('writes.unknownNow')}</span>
  const isGood = isQuality(present.quality) && qualityGroup(present.quality) === 'good'
  return (
    <span className={styles.present}>
      <b>{valueText(control, present.value, language, t)}</b>
      <span className={styles.sub}>
        {!isGood && <AlarmMark shape="none" size={14} silent />}
        {t('writes.readAt', { time: formatInstant(present.at, zone) })}
      </span>
    </span>
  )
}
