import { planApply } from '@coldkeep/contract/areas/parameter-applies'
import type { DeviceModelId } from '@coldkeep/domain/ids'
import { useMemo } from 'react'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import { paths } from '../../site/paths'
import type { ApplyPlace, ApplyPlan } from './parameter-answers'
import { bareText } from './parameter-words'
import styles from './parameters.module.css'
import { useParameterNames } from './use-parameter-names'

type Row = ApplyPlan['devices'][number]

const PAGE_SIZE = 20
const LIFE_STEP = 100
const rowsOf = ({ devices }: ApplyPlan) => devices

export interface PlanTableProps {
  readonly place: ApplyPlace
  readonly modelId: DeviceModelId
}

/** Device by device: what would be written, what is left out and why. */
export function PlanTable({ place, modelId }: PlanTableProps) {
  const t = useText()
  const list = useListScreen({
    list: planApply,
    query: () => place,
    rowsOf,
    pageSize: PAGE_SIZE,
    filters: [],
    isFiltered: false,
    isSearched: false,
    quiet: true,
  })
  const columns = useColumns(useParameterNames(modelId))
  return (
    <DataTable
      {...list.table}
      title={t('parameters.apply.plan')}
      tableKey="parameter-plan"
      columns={columns}
      rowKey={({ id }) => String(id)}
      empty={{ title: t('parameters.apply.noDevices') }}
    />
  )
}

function useColumns(named: ReturnType<typeof useParameterNames>): readonly Column<Row>[] {
  const t = useText()
  const language = useLanguage()
  return useMemo((): Column<Row>[] => {
    const writeText = ({ code, name, before, value, unit }: Row['writes'][number]) =>
      t('parameters.device.change', {
        name: named({ code, name }),
        before: bareText(before, unit, language),
        after: bareText(value, unit, language),
      })
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
        key: 'store',
        title: t('parameters.devices.store'),
        kind: 'text',
        value: ({ store }) => `${store.code} ${store.name}`,
        wraps: 'words',
      },
      {
        key: 'writes',
        title: t('parameters.apply.willWrite'),
        kind: 'text',
        value: ({ writes }) => writes.map(writeText).join('; '),
        cell: ({ writes }) =>
          writes.length > 0 && (
            <ul className={styles.plain}>
              {writes.map((write) => (
                <li key={write.code}>
                  {writeText(write)}
                  {write.wear !== null && (
                    <span className={styles.sub}>
                      {t(`writes.wearAbove.${write.wear.above}`, {
                        most: write.wear.most,
                        left: Math.floor(write.wear.left / LIFE_STEP) * LIFE_STEP,
                      })}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          ),
        wraps: 'words',
      },
      {
        key: 'left',
        title: t('parameters.apply.isLeftOut'),
        kind: 'text',
        value: ({ left, hindrance }) =>
          [
            ...(hindrance === null ? [] : [hindranceText(hindrance, t)]),
            ...left.map(
              ({ code, name, state }) => `${named({ code, name })}: ${t(`parameters.state.${state}`)}`,
            ),
          ].join('; '),
        cell: ({ left, hindrance }) => (
          <ul className={styles.plain}>
            {hindrance !== null && (
              <li>
                <StatusTag status="locked" word={hindranceText(hindrance, t)} />
              </li>
            )}
            {left.map(({ code, name, state }) => (
              <li key={code}>{`${named({ code, name })}: ${t(`parameters.state.${state}`)}`}</li>
            ))}
          </ul>
        ),
        wraps: 'words',
      },
    ]
  }, [t, language, named])
}

function hindranceText(hindrance: NonNullable<Row['hindrance']>, t: ReturnType<typeof useText>): string {
  return hindrance === 'busy' ? t('parameters.apply.busy') : t(`writes.hindrance.${hindrance}`)
}
