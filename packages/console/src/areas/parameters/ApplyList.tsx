import { listApplies, planApply, type WireApply } from '@coldkeep/contract/areas/parameter-applies'
import type { Answer } from '@coldkeep/contract/call'
import { applyStates } from '@coldkeep/domain/parameters/apply'
import { formatNumber } from '@coldkeep/phrases/format'
import { useMemo } from 'react'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import { useWhyNot } from '../../site/use-why-not'
import { applyLooks } from './apply-words'

const ALL = 'any'
const PAGE_SIZE = 20
const REFRESH_MS = 30_000
const rowsOf = ({ applies }: Answer<typeof listApplies>) => applies

/** Parameter files that were applied to devices, the newest first. */
export function ApplyList() {
  const t = useText()
  const [address, changeAddress] = useAddress()
  const whyNot = useWhyNot()
  const state = applyStates.find((one) => one === address.applied)
  const list = useListScreen({
    list: listApplies,
    query: () => ({ departmentId: null, profileId: undefined, state }),
    rowsOf,
    pageSize: PAGE_SIZE,
    filters: ['applied'],
    isFiltered: state !== undefined,
    isSearched: false,
    refreshMs: REFRESH_MS,
  })
  const columns = useColumns()
  return (
    <DataTable
      {...list.table}
      title={t('parameters.apply.list')}
      tableKey="parameter-applies"
      columns={columns}
      rowKey={({ id }) => String(id)}
      onOpen={({ id }) => changeAddress({ apply: String(id), page: undefined })}
      empty={{ title: t('parameters.apply.none'), action: <p>{t('parameters.apply.noneHint')}</p> }}
      tools={
        <SelectField
          label={t('parameters.devices.state')}
          hideLabel
          value={state ?? ALL}
          choices={[
            { value: ALL, label: t('parameters.any') },
            ...applyStates.map((one) => ({ value: one, label: t(`parameters.applyState.${one}`) })),
          ]}
          onChange={(next) =>
            changeAddress({ applied: next === null || next === ALL ? undefined : next, page: undefined })
          }
        />
      }
    >
      <Button
        size="small"
        variant="primary"
        icon="plus"
        disabledReason={whyNot(planApply)}
        onClick={() => changeAddress({ plan: '', page: undefined })}
      >
        {t('parameters.apply.new')}
      </Button>
    </DataTable>
  )
}

function useColumns(): readonly Column<WireApply>[] {
  const t = useText()
  const language = useLanguage()
  return useMemo(
    (): Column<WireApply>[] => [
      {
        key: 'file',
        title: t('parameters.file'),
        kind: 'text',
        value: ({ profile, undoOf }) =>
          undoOf === null ? profile.name : t('parameters.apply.undoOf', { name: profile.name }),
        wraps: 'words',
      },
      {
        key: 'state',
        title: t('parameters.devices.state'),
        kind: 'status',
        value: ({ state }) => t(`parameters.applyState.${state}`),
        cell: ({ state }) => <StatusTag {...applyLooks[state]} word={t(`parameters.applyState.${state}`)} />,
      },
      {
        key: 'version',
        title: t('parameters.files.version'),
        kind: 'number',
        value: ({ profile }) => profile.version,
      },
      {
        key: 'model',
        title: t('parameters.model'),
        kind: 'text',
        value: ({ model }) => `${model.brand} ${model.name}`,
        wraps: 'words',
      },
      {
        key: 'devices',
        title: t('parameters.apply.devicesDone'),
        kind: 'text',
        value: ({ counts }) =>
          t('parameters.apply.doneOf', {
            done: formatNumber(language, counts.done + counts.unchanged + counts.undone),
            all: formatNumber(
              language,
              Object.values(counts).reduce((sum, count) => sum + count, 0),
            ),
          }),
      },
      {
        key: 'by',
        title: t('parameters.apply.startedBy'),
        kind: 'text',
        value: ({ createdBy }) => createdBy,
      },
      {
        key: 'at',
        title: t('parameters.apply.startedAt'),
        kind: 'time',
        value: ({ createdAt }) => createdAt,
      },
      {
        key: 'note',
        title: t('parameters.versions.note'),
        kind: 'text',
        value: ({ note }) => note,
        wraps: 'words',
      },
    ],
    [t, language],
  )
}
