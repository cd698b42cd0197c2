import { isQuality, qualityGroup } from '@coldkeep/domain/points/reading'
import { formatInstant } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import { AlarmMark } from '../../parts/AlarmMark'
import type { DeviceAnswer } from './DeviceFacts'
import type { LivePoint } from './device-curves'
import styles from './devices.module.css'
import { pointTitle, pointValue } from './point-words'

const QUALITY_WORDS = [
  'devices.quality.code0',
  'devices.quality.code1',
  'devices.quality.code2',
  'devices.quality.code3',
  'devices.quality.code4',
  'devices.quality.code5',
  'devices.quality.code6',
  'devices.quality.code7',
] as const

/** The latest value of each point, how far to trust it, and when it was read. */
export function LivePoints({ device }: { device: DeviceAnswer }) {
  const t = useText()
  const language = useLanguage()
  const { points, store } = device
  const columns = useMemo(
    (): Column<LivePoint>[] => [
      {
        key: 'point',
        title: t('devices.page.point'),
        kind: 'text',
        value: (point) => pointTitle(point, points, t),
        cell: (point) => <PointName title={pointTitle(point, points, t)} name={point.name} />,
      },
      {
        key: 'value',
        title: t('devices.page.value'),
        kind: 'number',
        value: (point) => point.value,
        cell: (point) => <b className={styles.value}>{pointValue(point, point.value, language, t)}</b>,
      },
      {
        key: 'quality',
        title: t('devices.page.quality'),
        kind: 'status',
        value: (point) => qualityWord(point, t),
        cell: (point) => <QualityCell point={point} word={qualityWord(point, t)} />,
      },
      {
        key: 'at',
        title: t('devices.page.readAt'),
        kind: 'time',
        value: (point) => point.at,
        cell: (point) => formatInstant(point.at, store.zone),
      },
    ],
    [points, store.zone, language, t],
  )
  return (
    <DataTable
      title={t('devices.page.live')}
      tableKey="device-points"
      columns={columns}
      rows={points}
      rowKey={(point) => String(point.id)}
      pageSize={30}
      empty={{ title: t('devices.page.noPoints') }}
    />
  )
}

function PointName({ title, name }: { title: string; name: string }) {
  return (
    <span className={styles.point}>
      {title}
      {title !== name && <span className={styles.makersName}>{name}</span>}
    </span>
  )
}

function QualityCell({ point, word }: { point: LivePoint; word: string }) {
  const isGood = isQuality(point.quality) && qualityGroup(point.quality) === 'good' && point.at !== null
  return (
    <span className={styles.quality} data-good={isGood || undefined}>
      {!isGood && <AlarmMark shape="none" size={14} silent />}
      {word}
    </span>
  )
}

function qualityWord(point: LivePoint, t: Translate): string {
  if (point.at === null) return t('kit.state.noData')
  return t(QUALITY_WORDS[isQuality(point.quality) ? point.quality : 2])
}
