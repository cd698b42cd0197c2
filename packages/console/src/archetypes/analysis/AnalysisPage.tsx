import type { AnalysisDetail } from '@coldkeep/contract/areas/analysis'
import { formatNumber, timeParts } from '@coldkeep/phrases/format'
import { type ReactNode, useState } from 'react'
import { Button } from '../../kit/Button'
import { Chip } from '../../kit/Chip'
import { IconButton } from '../../kit/IconButton'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { StateView } from '../../kit/StateView'
import { StillLoading } from '../../kit/StillLoading'
import type { OneRow } from '../../kit/table/row-selection'
import { useLanguage, useText } from '../../kit/text'
import { useNarrow } from '../../kit/use-narrow'
import { useShortcut } from '../../kit/use-shortcut'
import type { ServedEntry } from '../../parts/ServedChart'
import { ServedCharts } from '../../parts/ServedCharts'
import { type ReadCsv, ServedTable } from '../../parts/ServedTable'
import type { ServedRow } from '../../parts/served-table'
import { PageHead } from '../../site/PageHead'
import styles from './analysis.module.css'
import { FilterPanel } from './FilterPanel'
import { SavedViewsMenu } from './SavedViewsMenu'
import { SaveViewDialog } from './SaveViewDialog'
import type { AnalysisFilterControl } from './use-analysis-filter'
import { useSavedViews } from './use-saved-views'

/** What an inquiry has come to. */
export interface AnalysisResult<Detail extends AnalysisDetail = AnalysisDetail> {
  readonly detail: Detail | undefined
  readonly isLoading: boolean
  readonly isRefreshing: boolean
  readonly hasFailed: boolean
  /** How long the answer took, in seconds. */
  readonly seconds: number | null
  readonly refetch: () => void
  readonly cancel: () => void
}

export interface AnalysisPageProps {
  readonly control: AnalysisFilterControl
  readonly result: AnalysisResult
  /** What to do first, in words. */
  readonly before: string
  /** The filter in words, for the chips and the saved pictures. */
  readonly chips: readonly string[]
  readonly tableKey: string
  readonly hrefOfRow: (row: ServedRow, column: number) => string | null
  readonly hrefOfEntry: (entry: ServedEntry) => string | null
  readonly emptyTitle: string
  /** Rows of the table can be selected. */
  readonly selection?: OneRow<ServedRow>
  /** Buttons of a single row of the table. */
  readonly rowActions?: (row: ServedRow) => ReactNode
  /** Reads the file with all rows of the table, where it does not hold them all. */
  readonly readCsv?: ReadCsv | undefined
  /** Between charts and table, once there is a result. */
  readonly aboveTable?: ReactNode
  /** Below the table, once there is a result. */
  readonly below?: ReactNode
  /** The parts of the filter panel. */
  readonly children: ReactNode
}

const COLLAPSED_KEY = 'coldkeep.filter-collapsed'

/** Filters at the left; at the right the charts over the paged table, and on how much data they are based. */
export function AnalysisPage(props: AnalysisPageProps) {
  const t = useText()
  const [isCollapsed, setCollapsed] = useState(() => localStorage.getItem(COLLAPSED_KEY) === '1')
  const [isSheetOpen, setSheetOpen] = useState(false)
  const { control, result } = props

  function collapse(next: boolean) {
    localStorage.setItem(COLLAPSED_KEY, next ? '1' : '0')
    setCollapsed(next)
    setSheetOpen(false)
  }
  const narrow = useNarrow(1024)
  useShortcut('f', () => (narrow ? setSheetOpen(!isSheetOpen) : collapse(!isCollapsed)))
  const applied = props.chips.length
  const saved = useSavedViews()
  const [isSaving, setSaving] = useState(false)
  const saveButton = (
    <Button
      size="small"
      icon="bookmark"
      disabledReason={control.applied === null ? t('analysis.view.nothing') : null}
      onClick={() => setSaving(true)}
    >
      {t('analysis.view.save')}
    </Button>
  )
  return (
    <div
      className={styles.analysis}
      data-collapsed={isCollapsed || undefined}
      data-sheet={isSheetOpen || undefined}
    >
      <PageHead actions={saveButton} />
      {isSaving && (
        <SaveViewDialog saved={saved} day={control.applied?.day ?? null} onClose={() => setSaving(false)} />
      )}
      {isCollapsed && !isSheetOpen ? (
        <div className={styles.filterRail}>
          <IconButton icon="filter" label={t('analysis.filter.expand')} onClick={() => collapse(false)} />
        </div>
      ) : (
        <FilterPanel
          control={{
            ...control,
            inquire: (patch) => {
              control.inquire(patch)
              setSheetOpen(false)
            },
          }}
          isQuerying={result.isLoading || result.isRefreshing}
          onRefresh={() => {
            result.refetch()
            setSheetOpen(false)
          }}
          onCollapse={() => (isSheetOpen ? setSheetOpen(false) : collapse(true))}
          views={<SavedViewsMenu saved={saved} saveButton={saveButton} onShown={() => setSheetOpen(false)} />}
        >
          {props.children}
        </FilterPanel>
      )}
      <div className={styles.results}>
        <div className={styles.openFilters}>
          <Button icon="filter" onClick={() => setSheetOpen(true)}>
            {applied > 0 ? t('analysis.filter.titleCount', { count: applied }) : t('analysis.filter.title')}
          </Button>
        </div>
        <ResultArea {...props} />
      </div>
    </div>
  )
}

function ResultArea(props: AnalysisPageProps) {
  const t = useText()
  const { control, result } = props
  const isBusy = result.isLoading || result.isRefreshing
  const [wasStopped, setStopped] = useState(false)
  const stop = () => {
    result.cancel()
    setStopped(true)
  }
  if (control.applied === null) {
    return <StateView icon="filter" title={props.before} minHeightPx={320} />
  }
  if (result.hasFailed && !result.detail) {
    return <LoadFailure minHeightPx={320} onRetry={result.refetch} />
  }
  return (
    <>
      {isBusy && <div className={styles.progress} />}
      <ResultHead chips={props.chips} result={result} onCancel={stop} />
      {control.dropped > 0 && <p className={styles.changed}>{t('analysis.filter.dropped')}</p>}
      {control.hasChanged && (
        <p className={styles.changed} role="status">
          {t('analysis.filter.changed')}
        </p>
      )}
      {result.isLoading && <LoadingShape />}
      {wasStopped && !isBusy && !result.detail && (
        <StateView
          icon="clock"
          title={t('kit.state.stopped')}
          minHeightPx={320}
          actions={<Button onClick={result.refetch}>{t('shell.words.retry')}</Button>}
        />
      )}
      {result.detail && <Details {...props} detail={result.detail} />}
    </>
  )
}

/** The shape of what is coming, so that nothing jumps when it is there. */
function LoadingShape() {
  const t = useText()
  return (
    <div role="status" aria-label={t('kit.state.loading')} className={styles.loading}>
      <Skeleton height={262} />
      <Skeleton height={262} />
      <Skeleton height={440} />
    </div>
  )
}

interface ResultHeadProps extends Pick<AnalysisPageProps, 'chips' | 'result'> {
  readonly onCancel: () => void
}

function ResultHead({ chips, result, onCancel }: ResultHeadProps) {
  const t = useText()
  const language = useLanguage()
  return (
    <div className={styles.resultHead}>
      {chips.map((chip) => (
        <Chip key={chip}>{chip}</Chip>
      ))}
      <StillLoading isRunning={result.isLoading || result.isRefreshing} onCancel={onCancel} />
      {result.detail && (
        <span className={styles.resultTime}>
          {t('analysis.result.dataTime', {
            time: timeParts(Date.parse(result.detail.computedAt)).second,
            seconds: formatNumber(language, result.seconds, { decimals: 1 }),
          })}
          {result.detail.coverage !== null && (
            <>
              {' · '}
              {t('analysis.result.coverage', {
                percent: formatNumber(language, 100 * result.detail.coverage, { decimals: 1 }),
              })}
            </>
          )}
        </span>
      )}
    </div>
  )
}

function Details(props: AnalysisPageProps & { detail: AnalysisDetail }) {
  const { detail, result } = props
  return (
    <>
      <ServedCharts
        charts={detail.charts}
        caption={props.chips.join(' · ')}
        hrefOf={props.hrefOfEntry}
        isRefreshing={result.isRefreshing}
      />
      {props.aboveTable}
      <ServedTable
        table={detail.table}
        name="t1"
        tableKey={props.tableKey}
        hrefOf={props.hrefOfRow}
        emptyTitle={props.emptyTitle}
        state={result.isRefreshing ? 'refreshing' : 'ready'}
        selection={props.selection}
        rowActions={props.rowActions}
        readCsv={props.readCsv}
      />
      {props.below}
    </>
  )
}
