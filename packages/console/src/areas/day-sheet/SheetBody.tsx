import type { SheetView } from '@coldkeep/contract/areas/day-sheets'
import { rankOf } from '@coldkeep/domain/alarms/priority'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { checkRemarks, limitsText, rowRemarks, timeOfDay } from '@coldkeep/phrases/sheet-text'
import { useMemo } from 'react'
import { Icon } from '../../kit/icons'
import { Link } from '../../kit/Link'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import { AlarmMark, type AlarmShape } from '../../parts/AlarmMark'
import frame from '../../parts/page.module.css'
import { paths } from '../../site/paths'
import styles from './day-sheet.module.css'

type Row = SheetView['rows'][number]
type Check = SheetView['checks'][number]

export interface SheetBodyProps {
  readonly sheet: SheetView
  /** Of the store. */
  readonly zone: string
  readonly on: string
}

/** Equipment, what was measured by hand, and alarms of a day. */
export function SheetBody({ sheet, zone, on }: SheetBodyProps) {
  const t = useText()
  const columns = useRowColumns(sheet)
  const checkColumns = useCheckColumns(zone, on)
  return (
    <>
      <DataTable
        title={t('daySheet.equipment')}
        tableKey="day-sheet-equipment"
        columns={columns}
        rows={sheet.rows}
        rowKey={({ device }) => String(device.id)}
        pageSize={50}
        empty={{ title: t('daySheet.noEquipment') }}
      />
      <p className={frame.note}>
        {t('daySheet.until', { time: formatInstant(sheet.until, zone), minutes: sheet.minutes })}{' '}
        {t('daySheet.unknownNote')}
      </p>
      <DataTable
        title={t('daySheet.checks')}
        tableKey="day-sheet-checks"
        columns={checkColumns}
        rows={sheet.checks}
        rowKey={({ id }) => id}
        pageSize={50}
        empty={{ title: t('daySheet.noChecks') }}
      />
      {sheet.checks.some(({ marks }) => marks.length > 0) && (
        <p className={styles.look}>
          <Icon name="note" />
          <span>
            {sheet.marks.length > 0 && (
              <strong>
                {t('daySheet.look', {
                  marks: sheet.marks.map((mark) => t(`daySheet.marks.${mark}`)).join(', '),
                })}{' '}
              </strong>
            )}
            {t('daySheet.lookWhy')}
          </span>
        </p>
      )}
      <section className={frame.card} aria-labelledby="sheet-alarms">
        <h2 id="sheet-alarms">{t('daySheet.alarms')}</h2>
        {sheet.alarms.length === 0 && <p className={frame.note}>{t('daySheet.noAlarms')}</p>}
        <ul className={styles.alarms}>
          {sheet.alarms.map(({ id, deviceName, text, priority, startedAt, clearedAt }) => (
            <li key={id}>
              <AlarmMark
                shape={rankOf(priority) as AlarmShape}
                state={clearedAt === null ? 'active' : 'returned'}
              />
              <span>{deviceName ?? t('daySheet.wholeStore')}</span>
              <span>{text}</span>
              <time>{formatInstant(startedAt, zone)}</time>
              <span className={frame.note}>
                {clearedAt === null
                  ? t('daySheet.open')
                  : t('daySheet.cleared', { time: formatInstant(clearedAt, zone) })}
              </span>
            </li>
          ))}
        </ul>
        {sheet.breaches.length > 0 && (
          <>
            <h3>{t('daySheet.breaches')}</h3>
            <ul className={styles.alarms}>
              {sheet.breaches.map(({ id, number, deviceName, startedAt, state }) => (
                <li key={id}>
                  <span>{deviceName}</span>
                  <Link
                    href={paths.withSearch(paths.temperatureAssurance, {
                      tab: 'corrections',
                      breach: String(id),
                    })}
                  >
                    {number}
                  </Link>
                  <time>{formatInstant(startedAt, zone)}</time>
                  {state !== 'open' && <span>{t(`daySheet.since.${state}`)}</span>}
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </>
  )
}

function useRowColumns({ alarms }: SheetView): readonly Column<Row>[] {
  const t = useText()
  const language = useLanguage()
  return useMemo(() => {
    const openAlarms = ({ device: { id } }: Row) =>
      alarms.filter(({ device, clearedAt }) => device === id && clearedAt === null).length
    const minutes = (key: 'inLimits' | 'outOfLimits' | 'unknown'): Column<Row> => ({
      key,
      title: t(`daySheet.${key}`),
      kind: 'number',
      unit: t('daySheet.minutes'),
      value: (row) => row[key],
      cell: (row) => (
        <span data-strong={(key !== 'inLimits' && row[key] > 0) || undefined} className={styles.minutes}>
          {formatNumber(language, row[key])}
        </span>
      ),
    })
    const celsius = (key: 'lowestC' | 'highestC', title: string): Column<Row> => ({
      ...{ key, title, kind: 'number', unit: '°C', decimals: 1 },
      value: (row) => row[key],
    })
    return [
      {
        key: 'name',
        title: t('daySheet.name'),
        kind: 'text',
        wraps: 'words',
        value: ({ device }) => device.name,
      },
      {
        key: 'zone',
        title: t('daySheet.zone'),
        kind: 'text',
        value: (row) => [t(`devices.zone.${row.zone}`), limitsText(row, language)].filter(Boolean).join(' '),
      },
      minutes('inLimits'),
      minutes('outOfLimits'),
      minutes('unknown'),
      celsius('lowestC', t('daySheet.lowest')),
      celsius('highestC', t('daySheet.highest')),
      {
        key: 'remarks',
        title: t('daySheet.remarks'),
        kind: 'text',
        wraps: 'words',
        value: (row) => rowRemarks(row, openAlarms(row), t),
      },
    ]
  }, [alarms, t, language])
}

function useCheckColumns(zone: string, on: string): readonly Column<Check>[] {
  const t = useText()
  const language = useLanguage()
  return useMemo(() => {
    const time = (at: number) => timeOfDay(at, zone, on)
    return [
      { key: 'time', title: t('daySheet.time'), kind: 'text', value: ({ takenAt }) => time(takenAt) },
      { key: 'place', title: t('daySheet.place'), kind: 'text', wraps: 'words', value: ({ place }) => place },
      {
        key: 'value',
        title: t('daySheet.value'),
        kind: 'number',
        unit: '°C',
        decimals: 1,
        value: ({ valueC }) => valueC,
        cell: ({ valueC, skipReason, isOutOfLimits }) => (
          <span data-strong={isOutOfLimits || undefined} className={styles.minutes}>
            {valueC === null
              ? t(`daySheet.skipped.${skipReason ?? 'other'}`)
              : formatNumber(language, valueC, { decimals: 1 })}
          </span>
        ),
      },
      { key: 'limits', title: t('daySheet.limits'), kind: 'text', value: (row) => limitsText(row, language) },
      { key: 'by', title: t('daySheet.by'), kind: 'text', value: ({ by }) => by },
      {
        key: 'remarks',
        title: t('daySheet.remarks'),
        kind: 'text',
        wraps: 'words',
        value: (row) => checkRemarks(row, time, t),
      },
    ]
  }, [zone, on, t, language])
}
