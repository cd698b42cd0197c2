import { listEquipment } from '@coldkeep/contract/areas/equipment'
import { listFridgeBrands, listFridgeLocations, listFridgeTypes } from '@coldkeep/contract/areas/fridge-lists'
import type { Answer } from '@coldkeep/contract/call'
import type { FridgeEntryId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import { Suspense, useMemo } from 'react'
import { useCall } from '../../api/use-call'
import { ListScreen } from '../../archetypes/list/ListScreen'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { lazily } from '../../kit/lazily'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { withTexts } from '../../site/language'
import { paths } from '../../site/paths'
import { FridgeFilter } from './FridgeFilter'

const FridgeLists = lazily(
  () => withTexts('fridgeLists', () => import('../fridge-lists/FridgeLists')),
  'FridgeLists',
)

type Device = Answer<typeof listEquipment>['devices'][number]

const PAGE_SIZE = 20
const everything = {
  departmentId: null,
  storeId: null,
  type: 'all',
  zone: 'all',
  state: 'all',
  retired: 'without',
  sort: 'store',
} as const
const rowsOf = ({ devices }: Answer<typeof listEquipment>) => devices

/** Temperature-control parameters of the fridges that are specified. */
export function ParametersPage() {
  const t = useText()
  const [address] = useAddress()
  const choices = {
    brand: useCall(listFridgeBrands, { query: {} }).data?.brands ?? [],
    type: useCall(listFridgeTypes, { query: {} }).data ?? [],
    location: useCall(listFridgeLocations, { query: {} }).data ?? [],
  }
  const chosen = {
    brand: entryIn(address.brand),
    type: entryIn(address.type),
    location: entryIn(address.location),
  }
  const list = useListScreen({
    list: listEquipment,
    query: (search) => ({
      ...everything,
      search,
      fridgeBrandId: chosen.brand,
      fridgeTypeId: chosen.type,
      fridgeLocationId: chosen.location,
    }),
    rowsOf,
    pageSize: PAGE_SIZE,
    filters: ['brand', 'type', 'location'],
    isFiltered: Object.values(chosen).some((one) => one !== null),
  })
  const columns = useMemo(() => deviceColumns(t), [t])
  return (
    <ListScreen
      list={list}
      filters={
        <section className={frame.card} aria-labelledby="specify-fridge">
          <h2 id="specify-fridge">{t('parameters.fridge')}</h2>
          <FridgeFilter key={JSON.stringify(chosen)} chosen={chosen} choices={choices} />
          <Suspense>
            <FridgeLists />
          </Suspense>
        </section>
      }
    >
      <DataTable
        {...list.table}
        title={t('parameters.found')}
        tableKey="parameter-devices"
        columns={columns}
        rowKey={({ id }) => String(id)}
        empty={{
          title: t('parameters.none'),
          action: <p className={frame.note}>{t('parameters.noneHint')}</p>,
        }}
      />
    </ListScreen>
  )
}

/** An id as the address has it; anything else is none. */
function entryIn(text: string | undefined): FridgeEntryId | null {
  return /^[1-9][0-9]{0,14}$/.test(text ?? '') ? (Number(text) as FridgeEntryId) : null
}

const deviceColumns = (t: Translate): readonly Column<Device>[] => [
  {
    key: 'name',
    title: t('equipment.name'),
    kind: 'text',
    value: ({ name }) => name,
    href: ({ id }) => paths.device(id),
  },
  {
    key: 'store',
    title: t('terminals.store'),
    kind: 'text',
    value: ({ store }) => `${store.code} ${store.name}`,
  },
  { key: 'brand', title: t('equipment.fridgeBrand'), kind: 'text', value: ({ fridge }) => fridge.brand },
  { key: 'type', title: t('equipment.fridgeType'), kind: 'text', value: ({ fridge }) => fridge.type },
  {
    key: 'location',
    title: t('equipment.fridgeLocation'),
    kind: 'text',
    value: ({ fridge }) => fridge.location,
  },
  {
    key: 'model',
    title: t('devices.page.model'),
    kind: 'text',
    value: ({ brand, model }) => `${brand} ${model}`,
  },
]
