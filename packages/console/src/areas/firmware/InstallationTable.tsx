import {
  getFirmwareJob,
  type InstallationState,
  type WireFirmwareJob,
  type WireInstallation,
} from '@coldkeep/contract/areas/firmware-jobs'
import type { JobId } from '@coldkeep/domain/ids'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import { useMemo, useState } from 'react'
import { readCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable, type DataTableProps } from '../../kit/table/DataTable'
import { csvOf, downloadText } from '../../kit/table/export-csv'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { paths } from '../../site/paths'
import { readEveryPage } from '../../site/read-every-page'
import { failedStates, statusOf } from './job-words'

const FAILURES_FILE = 'update-failures.csv'

export interface InstallationTableProps {
  readonly list: { readonly table: Pick<DataTableProps<WireInstallation>, 'rows' | 'pageSize' | 'view'> }
  readonly token: JobId
  readonly state: InstallationState | 'all'
  readonly counts: WireFirmwareJob['counts']
}

/** The terminals of a job, failed ones first, as the service pages them. */
export function InstallationTable({ list, token, state, counts }: InstallationTableProps) {
  const t = useText()
  const language = useLanguage()
  const [, changeAddress] = useAddress()
  const [isReading, setReading] = useState(false)
  const columns = useMemo(() => columnsOf(t, language), [t, language])
  const present = counts.filter(({ state: one, terminals }) => terminals > 0 || one === state)
  const failed = failedStates.filter((one) => present.some((row) => row.state === one && row.terminals > 0))
  return (
    <DataTable
      {...list.table}
      title={t('firmware.job.byTerminal')}
      tableKey="firmware installations"
      columns={columns}
      rowKey={({ terminalId }) => terminalId}
      empty={{ title: t('firmware.job.noTerminals') }}
      tools={
        <Button
          size="small"
          icon="download"
          loading={isReading}
          disabledReason={failed.length === 0 ? t('firmware.job.noFailures') : null}
          onClick={() => void saveFailures()}
        >
          {t('firmware.job.failures')}
        </Button>
      }
    >
      <div className={frame.buttons}>
        <SelectField
          label={t('firmware.job.state')}
          hideLabel
          value={state}
          choices={[
            { value: 'all', label: t('firmware.job.allStates') },
            ...present.map(({ state: one, terminals }) => ({
              value: one,
              label: `${t(`firmware.state.${one}`)} (${formatNumber(language, terminals)})`,
            })),
          ]}
          onChange={(next) =>
            changeAddress({ state: next === null || next === 'all' ? undefined : next, page: undefined })
          }
        />
      </div>
    </DataTable>
  )

  async function saveFailures(): Promise<void> {
    setReading(true)
    const pages = await Promise.all(failed.map((one) => readState(one)))
    setReading(false)
    // what could not be read has been reported
    if (pages.some((rows) => rows === null)) return
    downloadText(
      csvOf(
        columns,
        pages.flatMap((rows) => rows ?? []),
      ),
      FAILURES_FILE,
    )
  }

  function readState(one: InstallationState): Promise<WireInstallation[] | null> {
    return readEveryPage(async (paging) => {
      const page = await readCall(getFirmwareJob, { query: { token, state: one, ...paging } }, language)
      return { rows: page.stores, total: page.total }
    })
  }
}

const columnsOf = (t: Translate, language: Language): readonly Column<WireInstallation>[] => [
  {
    key: 'store',
    title: t('firmware.job.store'),
    kind: 'text',
    value: ({ store }) => `${store.code} ${store.name}`,
  },
  {
    key: 'terminal',
    title: t('firmware.job.terminal'),
    kind: 'text',
    value: ({ terminalId }) => terminalId,
    href: ({ terminalId }) => paths.withSearch(paths.terminals, { id: terminalId }),
  },
  { key: 'wave', title: t('firmware.job.wave'), kind: 'number', value: ({ wave }) => wave },
  {
    key: 'state',
    title: t('firmware.job.state'),
    kind: 'status',
    value: ({ state }) => t(`firmware.state.${state}`),
    cell: ({ state, percent }) => (
      <StatusTag
        status={statusOf(state)}
        word={t(`firmware.state.${state}`)}
        detail={percent === null ? undefined : formatNumber(language, percent, { decimals: 0, unit: '%' })}
      />
    ),
  },
  { key: 'version', title: t('firmware.job.version'), kind: 'text', value: ({ version }) => version },
  {
    key: 'message',
    title: t('firmware.job.message'),
    kind: 'text',
    wraps: 'words',
    value: ({ error, postponedTo, store }) =>
      postponedTo === null
        ? error
        : t('firmware.job.postponedTo', { time: formatInstant(postponedTo, store.zone) }),
  },
  { key: 'at', title: t('firmware.job.at'), kind: 'time', value: ({ changedAt }) => changedAt },
]
