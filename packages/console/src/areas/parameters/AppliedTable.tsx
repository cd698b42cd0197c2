import type { readApply, WireApply } from '@coldkeep/contract/areas/parameter-applies'
import { type AppliedState, appliedStates } from '@coldkeep/domain/parameters/apply'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { useMemo } from 'react'
import type { useListScreen } from '../../archetypes/list/use-list-screen'
import { SelectField } from '../../kit/field/SelectField'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import { paths } from '../../site/paths'
import { appliedLooks, stepLooks } from './apply-words'
import type { ApplyDetail } from './parameter-answers'
import { bareText } from './parameter-words'
import styles from './parameters.module.css'
import { useParameterNames } from './use-parameter-names'

type Row = ApplyDetail['devices'][number]

const ALL = 'any'

export interface AppliedTableProps {
  readonly list: Pick<ReturnType<typeof useListScreen<typeof readApply, Row>>, 'table'>
  readonly state: AppliedState | undefined
  readonly apply: WireApply
}

/** What became of each device, parameter by parameter. */
export function AppliedTable({ list, state, apply: { counts, model } }: AppliedTableProps) {
  const t = useText()
  const language = useLanguage()
  const [, changeAddress] = useAddress()
  const columns = useColumns(useParameterNames(model.id))
  return (
    <DataTable
      {...list.table}
      title={t('parameters.devices.title')}
      tableKey="parameter-applied"
      columns={columns}
      rowKey={({ id }) => String(id)}
      empty={{ title: t('parameters.apply.noDevices') }}
      tools={
        <SelectField
          label={t('parameters.devices.state')}
          hideLabel
          value={state ?? ALL}
          choices={[
            { value: ALL, label: t('parameters.any') },
            ...appliedStates.map((one) => ({
              value: one,
              label: `${t(`parameters.applied.${one}`)} (${formatNumber(language, counts[one])})`,
            })),
          ]}
          onChange={(next) =>
            changeAddress({ applied: next === null || next === ALL ? undefined : next, page: undefined })
          }
        />
      }
    />
  )
}

function useColumns(named: ReturnType<typeof useParameterNames>): readonly Column<Row>[] {
  const t = useText()
  const language = useLanguage()
  return useMemo((): Column<Row>[] => {
    const stateText = ({ state, fault }: Row) =>
      [t(`parameters.applied.${state}`), fault !== null && t(`parameters.applyFault.${fault}`)]
        .filter(Boolean)
        .join(': ')
    const stepText = ({ code, name, unit, before, value, state }: Row['steps'][number]) =>
      `${t('parameters.device.change', {
        name: named({ code, name }),
        before: bareText(before, unit, language),
        after: bareText(value, unit, language),
      })} · ${t(`parameters.step.${state}`)}`
    return [
      {
        key: 'device',
        title: t('parameters.devices.device'),
        kind: 'text',
        value: ({ name }) => name,
        href: ({ id }) => paths.withSearch(paths.controlProfiles, { device: String(id) }),
        wraps: 'words',
      },
      {
        key: 'state',
        title: t('parameters.devices.state'),
        kind: 'status',
        value: stateText,
        cell: (row) => <StatusTag status={appliedLooks[row.state]} word={stateText(row)} />,
      },
      {
        key: 'store',
        title: t('parameters.devices.store'),
        kind: 'text',
        value: ({ store }) => `${store.code} ${store.name}`,
        wraps: 'words',
      },
      {
        key: 'wave',
        title: t('parameters.apply.wave'),
        kind: 'text',
        value: ({ wave }) =>
          wave === 0 ? t('parameters.apply.firstDevice') : t('parameters.apply.waveNo', { wave }),
      },
      {
        key: 'steps',
        title: t('parameters.apply.writes'),
        kind: 'text',
        value: ({ steps }) => steps.map(stepText).join('; '),
        cell: ({ steps }) => (
          <ul className={styles.plain}>
            {steps.map((step) => (
              <li key={step.code}>
                {t('parameters.device.change', {
                  name: named(step),
                  before: bareText(step.before, step.unit, language),
                  after: bareText(step.value, step.unit, language),
                })}{' '}
                <StatusTag status={stepLooks[step.state]} word={t(`parameters.step.${step.state}`)} />
              </li>
            ))}
          </ul>
        ),
        wraps: 'words',
      },
      {
        key: 'at',
        title: t('parameters.apply.changedAt'),
        kind: 'time',
        value: ({ changedAt }) => changedAt,
        cell: ({ changedAt, store }) => formatInstant(changedAt, store.zone),
      },
    ]
  }, [t, language, named])
}
