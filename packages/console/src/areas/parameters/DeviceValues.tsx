import { formatInstant } from '@coldkeep/phrases/format'
import { useMemo } from 'react'
import { Icon } from '../../kit/icons'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import { paths } from '../../site/paths'
import type { DeviceDetail } from './parameter-answers'
import { bareText, figureText, parameterName, stateLooks } from './parameter-words'
import styles from './parameters.module.css'

type Row = DeviceDetail['parameters'][number]

const PAGE_SIZE = 50

/** Each parameter of a device: what the file says, what it has, what it left the factory with, and how often it was written. */
export function DeviceValues({ detail }: { readonly detail: DeviceDetail }) {
  const t = useText()
  const columns = useColumns(detail.device.store.zone)
  return (
    <DataTable
      title={t('parameters.device.parameters', { device: detail.device.name })}
      tableKey="device-parameters"
      columns={columns}
      rows={detail.parameters}
      rowKey={({ code }) => code}
      pageSize={PAGE_SIZE}
      filterColumn="state"
      empty={{ title: t('parameters.devices.none') }}
    />
  )
}

function useColumns(zone: string): readonly Column<Row>[] {
  const t = useText()
  const language = useLanguage()
  return useMemo((): Column<Row>[] => {
    const text = ({ parameter }: Row, value: number | null) =>
      parameter === null ? bareText(value, '', language) : figureText(parameter, value, language)
    const named = ({ name }: { readonly name: string }) =>
      name === '' ? t('parameters.device.hidden') : name
    return [
      {
        key: 'name',
        title: t('parameters.parameter'),
        kind: 'text',
        value: ({ parameter, code }) => (parameter === null ? code : parameterName(parameter)),
        cell: ({ parameter, code }) => (
          <span className={styles.state}>
            {parameter === null ? code : parameterName(parameter)}
            {parameter !== null && (
              <span className={styles.sub}>
                {[t(`parameters.kind.${parameter.group}`), parameter.name].join(' · ')}
              </span>
            )}
          </span>
        ),
        wraps: 'words',
      },
      {
        key: 'state',
        title: t('parameters.devices.state'),
        kind: 'status',
        value: ({ state }) => t(`parameters.state.${state ?? 'unclaimed'}`),
        cell: ({ state }) => (
          <StatusTag
            {...stateLooks[state ?? 'unclaimed']}
            word={t(`parameters.state.${state ?? 'unclaimed'}`)}
          />
        ),
      },
      {
        key: 'target',
        title: t('parameters.device.wanted'),
        kind: 'number',
        value: ({ desired }) => desired?.value ?? null,
        cell: (row) => (
          <span className={styles.state}>
            {text(row, row.desired?.value ?? null)}
            {row.desired?.isLocked === true && (
              <span className={styles.sub}>
                <Icon name="lock" size={12} /> {t('parameters.editor.lock')}
              </span>
            )}
          </span>
        ),
      },
      {
        key: 'read',
        title: t('parameters.device.read'),
        kind: 'number',
        value: ({ observed }) => observed?.value ?? null,
        cell: (row) => (
          <span className={styles.state}>
            {row.observed === null ? t('parameters.device.notRead') : text(row, row.observed.value)}
            {row.observed !== null && (
              <span className={styles.sub}>{formatInstant(row.observed.at, zone)}</span>
            )}
          </span>
        ),
      },
      {
        key: 'factory',
        title: t('parameters.factory'),
        kind: 'number',
        value: ({ parameter }) => parameter?.factoryValue ?? null,
        cell: (row) => text(row, row.parameter?.factoryValue ?? null),
      },
      {
        key: 'file',
        title: t('parameters.file'),
        kind: 'text',
        value: ({ desired }) => (desired === null ? '' : named(desired.profile)),
        href: ({ desired }) =>
          desired === null || desired.profile.name === ''
            ? null
            : paths.withSearch(paths.controlProfiles, { file: String(desired.profile.id) }),
        wraps: 'words',
      },
      {
        key: 'reason',
        title: t('parameters.editor.reason'),
        kind: 'text',
        value: ({ desired }) => {
          if (desired === null) return ''
          const rivals = desired.rivals.map(named).join(', ')
          return [desired.reason, rivals && t('parameters.device.rival', { names: rivals })]
            .filter(Boolean)
            .join(' · ')
        },
        wraps: 'words',
      },
      {
        key: 'wear',
        title: t('parameters.device.wear'),
        kind: 'text',
        value: ({ wear }) => t('parameters.device.wearOf', { today: wear.today, year: wear.lastYear }),
        cell: ({ wear }) => (
          <span className={styles.state}>
            {t('parameters.device.wearOf', { today: wear.today, year: wear.lastYear })}
            <span className={styles.sub}>{t('parameters.device.lifeLeft', { left: wear.left })}</span>
          </span>
        ),
      },
    ]
  }, [t, language, zone])
}
