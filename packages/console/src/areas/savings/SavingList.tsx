import { listSavings } from '@coldkeep/contract/areas/parameter-savings'
import type { Answer } from '@coldkeep/contract/call'
import { useMemo } from 'react'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import { PlaceFilter, usePlace } from '../../parts/PlaceFilter'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { actText, kwhText, type SavingRow, savingInAddress, shareText } from './saving-words'

const PAGE_SIZE = 20
const rowsOf = ({ savings }: Answer<typeof listSavings>) => savings

/** What could be saved, each with how many devices it is about; those that bring most first. */
export function SavingList() {
  const t = useText()
  const [, changeAddress] = useAddress()
  const place = usePlace()
  const isFiltered = place.departmentId !== null || place.storeId !== null
  const list = useListScreen({
    list: listSavings,
    query: () => place,
    rowsOf,
    pageSize: PAGE_SIZE,
    filters: [],
    isFiltered,
    isSearched: false,
  })
  const columns = useColumns()
  return (
    <div className={frame.stack}>
      <PlaceFilter />
      <p className={frame.note}>{t('savings.how')}</p>
      <DataTable
        {...list.table}
        title={t('savings.title')}
        tableKey="savings"
        columns={columns}
        rowKey={savingInAddress}
        onOpen={(row) => changeAddress({ saving: savingInAddress(row), page: undefined })}
        empty={{ title: t('savings.none'), action: <p>{t('savings.noneHint')}</p> }}
      />
    </div>
  )
}

function useColumns(): readonly Column<SavingRow>[] {
  const t = useText()
  const language = useLanguage()
  return useMemo(
    (): Column<SavingRow>[] => [
      {
        key: 'kind',
        title: t('savings.what'),
        kind: 'text',
        value: ({ kind }) => t(`savings.kind.${kind}`),
        wraps: 'words',
      },
      {
        key: 'act',
        title: t('savings.todo'),
        kind: 'text',
        value: (row) => actText(row, t, language),
        wraps: 'words',
      },
      {
        key: 'model',
        title: t('savings.model'),
        kind: 'text',
        value: ({ model }) => `${model.brand} ${model.name}`,
        wraps: 'words',
      },
      { key: 'devices', title: t('savings.devices'), kind: 'number', value: ({ devices }) => devices },
      { key: 'stores', title: t('savings.stores'), kind: 'number', value: ({ stores }) => stores },
      {
        key: 'energy',
        title: t('savings.energy'),
        kind: 'text',
        value: (row) => {
          const isPart = row.metered > 0 && row.metered < row.devices
          const measured = isPart ? [t('savings.metered', { count: row.metered })] : []
          return [kwhText(row, t, language), ...measured].join(' · ')
        },
      },
      {
        key: 'share',
        title: t('savings.share'),
        kind: 'text',
        value: (row) => shareText(row, t, language),
      },
    ],
    [t, language],
  )
}
