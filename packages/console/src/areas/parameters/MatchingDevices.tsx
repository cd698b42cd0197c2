import { listEquipment } from '@coldkeep/contract/areas/equipment'
import type { Answer } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo, useState } from 'react'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { Button } from '../../kit/Button'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { paths } from '../../site/paths'
import styles from './parameters.module.css'
import type { ChosenFridge } from './use-fridge'

type Device = Answer<typeof listEquipment>['devices'][number]

const PAGE_SIZE = 10
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

/** How many devices are fridges of the kind that is specified, and which. */
export function MatchingDevices({ chosen }: { readonly chosen: ChosenFridge }) {
  const t = useText()
  const isSpecified = Object.values(chosen).some((one) => one !== null)
  const [isShown, setShown] = useState(isSpecified)
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
    isFiltered: isSpecified,
    quiet: true,
  })
  const columns = useMemo(() => deviceColumns(t), [t])
  return (
    <>
      <p className={styles.inline} role="status">
        {list.data === undefined ? '' : t('parameters.count', { count: list.data.total })}
        <Button size="small" variant="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? 'parameters.hide' : 'parameters.show')}
        </Button>
      </p>
      {isShown && (
        <DataTable
          {...list.table}
          title={t('parameters.found')}
          tableKey="parameter-fridges"
          columns={columns}
          rowKey={({ id }) => String(id)}
          empty={{
            title: t('parameters.none'),
            action: <p className={frame.note}>{t('parameters.noneHint')}</p>,
          }}
        />
      )}
    </>
  )
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
