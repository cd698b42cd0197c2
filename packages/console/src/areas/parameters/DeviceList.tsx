import {
  listParameterDevices,
  listParameterModels,
  type ParameterDeviceRow,
  parameterDeviceStates,
} from '@coldkeep/contract/areas/parameters'
import type { Answer } from '@coldkeep/contract/call'
import type { DeviceModelId } from '@coldkeep/domain/ids'
import { parameterStates } from '@coldkeep/domain/parameters/compare'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { SelectField } from '../../kit/field/SelectField'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import { PlaceFilter, usePlace } from '../../parts/PlaceFilter'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { paths } from '../../site/paths'
import { modelChoices } from './file-form'
import { idIn } from './ids-in-address'
import { causeLooks, stateLooks } from './parameter-words'
import styles from './parameters.module.css'

const ALL = 'any'
const PAGE_SIZE = 20
const REFRESH_MS = 30_000
const rowsOf = ({ devices }: Answer<typeof listParameterDevices>) => devices

/** Devices with parameters, those that need someone first. */
export function DeviceList() {
  const t = useText()
  const [address, changeAddress] = useAddress()
  const { departmentId, storeId } = usePlace()
  const models = useCall(listParameterModels, {}).data ?? []
  const modelId = idIn<DeviceModelId>(address.model) ?? undefined
  const state = parameterDeviceStates.find((one) => one === address.state)
  const list = useListScreen({
    list: listParameterDevices,
    query: (search) => ({
      departmentId,
      storeId,
      modelId,
      profileId: undefined,
      state,
      search,
      sort: 'state' as const,
    }),
    rowsOf,
    pageSize: PAGE_SIZE,
    filters: ['dep', 'store', 'model', 'state'],
    isFiltered: departmentId !== null || storeId !== null || modelId !== undefined || state !== undefined,
    refreshMs: REFRESH_MS,
  })
  const columns = useColumns()
  return (
    <div className={frame.stack}>
      <PlaceFilter className={styles.filters}>
        <SelectField
          label={t('parameters.model')}
          value={modelId === undefined ? ALL : String(modelId)}
          choices={[{ value: ALL, label: t('parameters.any') }, ...modelChoices(models, t)]}
          onChange={(next) =>
            changeAddress({ model: next === null || next === ALL ? undefined : next, page: undefined })
          }
        />
        <StateFilter
          state={state}
          counts={list.data?.counts}
          onChange={(next) => changeAddress({ state: next, page: undefined })}
        />
      </PlaceFilter>
      <DataTable
        {...list.table}
        title={t('parameters.devices.title')}
        tableKey="parameter-devices"
        columns={columns}
        rowKey={({ id }) => String(id)}
        onOpen={({ id }) => changeAddress({ device: String(id) })}
        empty={{ title: t('parameters.devices.none'), action: <p>{t('parameters.devices.noneHint')}</p> }}
      />
    </div>
  )
}

type Counts = Answer<typeof listParameterDevices>['counts']
type State = (typeof parameterDeviceStates)[number]

interface StateFilterProps {
  readonly state: State | undefined
  readonly counts: Counts | undefined
  readonly onChange: (state: State | undefined) => void
}

/** Each state with how many devices are in it. */
function StateFilter({ state, counts, onChange }: StateFilterProps) {
  const t = useText()
  const language = useLanguage()
  const total = counts && parameterDeviceStates.reduce((sum, one) => sum + counts[one], 0)
  const counted = (word: string, count: number | undefined) =>
    count === undefined ? word : `${word} (${formatNumber(language, count)})`
  return (
    <SelectField
      label={t('parameters.devices.state')}
      value={state ?? ALL}
      choices={[
        { value: ALL, label: counted(t('parameters.any'), total) },
        ...parameterDeviceStates.map((one) => ({
          value: one,
          label: counted(t(`parameters.state.${one}`), counts?.[one]),
        })),
      ]}
      onChange={(next) => onChange(parameterDeviceStates.find((one) => one === next))}
    />
  )
}

function useColumns(): readonly Column<ParameterDeviceRow>[] {
  const t = useText()
  return useMemo((): Column<ParameterDeviceRow>[] => {
    const countsOf = ({ counts }: ParameterDeviceRow) =>
      parameterStates
        .flatMap((state) =>
          counts[state] > 0
            ? [t('parameters.stateCount', { count: counts[state], state: t(`parameters.state.${state}`) })]
            : [],
        )
        .join(' · ')
    return [
      {
        key: 'name',
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
        value: ({ state }) => t(`parameters.state.${state}`),
        cell: ({ state }) => <StatusTag {...stateLooks[state]} word={t(`parameters.state.${state}`)} />,
      },
      {
        key: 'store',
        title: t('parameters.devices.store'),
        kind: 'text',
        value: ({ store }) => `${store.code} ${store.name}`,
        wraps: 'words',
      },
      {
        key: 'model',
        title: t('parameters.model'),
        kind: 'text',
        value: ({ model }) => `${model.brand} ${model.name}`,
        wraps: 'words',
      },
      {
        key: 'counts',
        title: t('parameters.devices.counts'),
        kind: 'text',
        value: countsOf,
        wraps: 'words',
      },
      {
        key: 'drift',
        title: t('parameters.devices.drift'),
        kind: 'text',
        value: ({ drift }) => (drift === null ? '' : t(`parameters.device.causeShort.${drift.cause}`)),
        cell: ({ drift, store }) =>
          drift !== null && (
            <span className={styles.state}>
              <StatusTag
                {...causeLooks[drift.cause]}
                word={t(`parameters.device.causeShort.${drift.cause}`)}
              />
              <span className={styles.sub}>
                {t('parameters.devices.changes', { count: drift.changes })} ·{' '}
                {formatInstant(drift.at, store.zone)}
              </span>
            </span>
          ),
      },
      {
        key: 'readAt',
        title: t('parameters.devices.readAt'),
        kind: 'time',
        value: ({ readAt }) => readAt,
        cell: ({ readAt, store }) =>
          readAt === null ? t('parameters.devices.unread') : formatInstant(readAt, store.zone),
      },
    ]
  }, [t])
}
