import type { Drill, WireTable } from '@coldkeep/contract/wire/table'
import type { PhraseKey } from '@coldkeep/phrases/keys'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { SelectField } from '../../kit/field/SelectField'
import type { OneRow } from '../../kit/table/row-selection'
import { useText } from '../../kit/text'
import { findDepartments, pathText } from '../../parts/department-path'
import { OrgCascade } from '../../parts/OrgCascade'
import { PeriodStepper } from '../../parts/PeriodStepper'
import type { ServedEntry } from '../../parts/ServedChart'
import type { ReadCsv } from '../../parts/ServedTable'
import { StorePicker } from '../../parts/StorePicker'
import type { ServedRow } from '../../parts/served-table'
import { useAddress } from '../../parts/use-address'
import { VendorPicker } from '../../parts/VendorPicker'
import { paths } from '../../site/paths'
import { AnalysisPage, type AnalysisResult } from './AnalysisPage'
import { filterToSearch } from './analysis-filter'
import type { AnalysisScreenState } from './use-analysis-screen'

export interface AnalysisScreenProps {
  readonly screen: AnalysisScreenState
  readonly result: AnalysisResult
  readonly tableKey: string
  /** Columns of the table that lead on: to the store in this page, and to the page of the device. */
  readonly links: { readonly store?: number; readonly device?: number }
  /** The table whose rows slices lead to, and its name in the address; the one of the page when left out. */
  readonly tagged?: { readonly table: WireTable | undefined; readonly name: string }
  readonly withVendor?: boolean
  /** A fixed condition of the page, below the filters. */
  readonly note?: string
  /** Rows of the table can be selected. */
  readonly selection?: OneRow<ServedRow>
  readonly rowActions?: (row: ServedRow) => ReactNode
  /** Reads the file with all rows of the table, where it does not hold them all. */
  readonly readCsv?: ReadCsv | undefined
  readonly aboveTable?: ReactNode
  readonly below?: ReactNode
}

/** An analysis page over the shared filters; figures lead to their store, day or device in the same scope. */
export function AnalysisScreen({ screen, result, links, tagged, ...props }: AnalysisScreenProps) {
  const t = useText()
  const { control, info, required } = screen
  const { draft, applied } = control
  const hasDepartment = draft.departments.length > 0
  const { hrefOfRow, hrefOfEntry } = useFigureLinks(
    screen,
    tagged ?? { table: result.detail?.table, name: 't1' },
    links,
  )

  return (
    <AnalysisPage
      {...props}
      control={control}
      result={result}
      before={t(beforeOf(required))}
      emptyTitle={t('analysis.result.noneInPeriod')}
      chips={screen.chips}
      hrefOfRow={hrefOfRow}
      hrefOfEntry={hrefOfEntry}
    >
      <OrgCascade
        top={screen.top}
        path={draft.departments}
        onChange={(departments) => control.edit({ departments, store: null, vendor: null })}
        error={control.errorOf('department')}
        onBlur={() => control.leave('department')}
      />
      <StorePicker
        stores={screen.stores}
        hasDepartment={hasDepartment}
        required={required.includes('store')}
        value={draft.store ?? (required.includes('store') ? null : 'all')}
        onChange={(store) => control.edit({ store })}
        error={control.errorOf('store')}
        onBlur={() => control.leave('store')}
      />
      {props.withVendor && (
        <VendorPicker
          vendors={screen.vendors}
          hasDepartment={hasDepartment}
          value={draft.vendor}
          onChange={(vendor) => control.edit({ vendor })}
        />
      )}
      {required.includes('days') && (
        <SelectField
          label={t('analysis.filter.duration')}
          required
          loading={info === undefined}
          value={draft.days === null ? null : String(draft.days)}
          choices={(info?.durations ?? []).map(({ value, title }) => ({
            value: String(value),
            label: title,
          }))}
          onChange={(days) => control.edit({ days: days === null ? null : Number(days) })}
          error={control.errorOf('days')}
          onBlur={() => control.leave('days')}
        />
      )}
      {required.includes('day') && (
        <PeriodStepper
          day={draft.day}
          label={required.includes('days') ? t('analysis.filter.startDate') : undefined}
          page={
            info && {
              ...info,
              ...(draft.days !== null && {
                duration: draft.days,
                durationTitle: t('units.days', { count: draft.days }),
              }),
            }
          }
          // a length that the page does not offer came from a link, and goes with its day
          onChange={(day) => control.edit(required.includes('days') ? { day } : { day, days: null })}
          error={control.errorOf('day')}
          onBlur={() => control.leave('day')}
          lengths={required.includes('days') ? (info?.durations ?? []).map(({ value }) => value) : undefined}
          onPeriod={(period) => control.edit(period)}
          onShift={(day) => (applied ? control.inquire({ day }) : control.edit({ day }))}
        />
      )}
      {props.note !== undefined && <p>{props.note}</p>}
    </AnalysisPage>
  )
}

/** Where the rows of the table and the entries of the charts lead. */
function useFigureLinks(
  screen: AnalysisScreenState,
  tagged: NonNullable<AnalysisScreenProps['tagged']>,
  links: AnalysisScreenProps['links'],
) {
  const { applied } = screen.control
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const [parameters] = useAddress()
  const hrefOfRow = useCallback(
    ({ drill }: ServedRow, column: number) => {
      if (column === links.device && drill?.deviceId !== undefined) return paths.device(drill.deviceId)
      return column === links.store && applied && drill?.storeId !== undefined
        ? paths.withSearch(pathname, { ...filterToSearch(applied), store: drill.storeId })
        : null
    },
    [applied, pathname, links.device, links.store],
  )
  return { hrefOfRow, hrefOfEntry }

  /** A slice narrows the table to the rows of its tag, or of the value that it names in the filtered column. */
  function hrefOfEntry({ drill, label }: ServedEntry): string | null {
    if (drill !== undefined && drill.tag === undefined) return hrefOfDrill(drill)
    const { table, name } = tagged
    const { filterIndex: column, data } = table ?? { filterIndex: null, data: [] }
    const isThere = (row: ServedRow) =>
      drill?.tag === undefined ? column !== null && row.value[column] === label : row.tag === drill.tag
    if (!data.some(isThere)) return null
    return paths.withSearch(pathname, {
      ...parameters,
      [`${name}.f`]: JSON.stringify([drill?.tag ?? label]),
      [`${name}.page`]: undefined,
    })
  }

  /** A bar of a store shows that store; a bar of a day shows that day alone. */
  function hrefOfDrill({ departmentId, storeId: store, deviceId: device, day }: Drill): string | null {
    if (device !== undefined) return paths.device(device)
    if (!applied) return null
    const place =
      departmentId !== undefined && screen.top
        ? findDepartments(screen.top, '', Number.POSITIVE_INFINITY).find(
            ({ path }) => String(path.at(-1)) === departmentId,
          )
        : undefined
    return paths.withSearch(pathname, {
      ...filterToSearch(applied),
      ...(place && { dep: pathText(place.path) }),
      ...(store && { store }),
      ...(day && { date: day, days: '1' }),
    })
  }
}

function beforeOf(required: AnalysisScreenState['required']): PhraseKey & `analysis.result.before${string}` {
  if (!required.includes('day')) return 'analysis.result.beforeDepartmentStore'
  return required.includes('store') ? 'analysis.result.before' : 'analysis.result.beforeDepartmentDate'
}
