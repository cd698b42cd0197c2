import { departmentMap, listStores } from '@coldkeep/contract/areas/organisation'
import type { StoreId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { TableSearch } from '../../kit/table/TableSearch'
import { useText } from '../../kit/text'
import { findDepartments } from '../../parts/department-path'
import frame from '../../parts/page.module.css'
import type { StoreChoice as Store } from '../../parts/StorePicker'
import { tableRows } from '../../parts/table-rows'
import { StoreNumbersDialog } from './StoreNumbersDialog'

const PAGE_SIZE = 10
const columnsOf = (t: Translate): readonly Column<Store>[] => [
  { key: 'code', title: t('scripts.storeNumber'), kind: 'text', value: (store) => store.code },
  { key: 'name', title: t('organisation.store.label'), kind: 'text', value: (store) => store.name },
]

export interface StoreChoiceProps {
  readonly chosen: ReadonlySet<StoreId>
  readonly onChange: (chosen: ReadonlySet<StoreId>) => void
}

/** Stores by department or by a list of their numbers; what was chosen in one department stays in the next. */
export function StoreChoice({ chosen, onChange }: StoreChoiceProps) {
  const t = useText()
  const [departmentId, setDepart] = useState<string | null>(null)
  const [isPasting, setPasting] = useState(false)
  const map = useCall(departmentMap, {})
  const top = map.data
  const places = useMemo(() => (top ? findDepartments(top, '', Number.POSITIVE_INFINITY) : []), [top])
  const department = places.find(({ path }) => String(path.at(-1)) === departmentId) ?? places[0]
  const id = department?.path.at(-1) ?? top?.id
  const stores = useCall(listStores, id === undefined ? null : { query: { departmentId: id } })
  const columns = useMemo(() => columnsOf(t), [t])
  const rows = stores.data ?? []
  const keys = useMemo(() => new Set([...chosen].map(String)), [chosen])
  return (
    <div className={frame.stack}>
      <SelectField
        label={t('shell.words.organisation')}
        searchable
        loading={map.isLoading}
        value={id === undefined ? null : String(id)}
        choices={places.map(({ path, names }) => ({
          value: String(path.at(-1) ?? top?.id),
          label: names.length > 1 ? names.slice(1).join(' › ') : (names[0] ?? ''),
        }))}
        onChange={setDepart}
      />
      <DataTable
        title={t('scripts.stores')}
        tableKey="script target stores"
        columns={columns}
        rows={tableRows(top === undefined ? map : stores, rows)}
        rowKey={(store) => String(store.id)}
        pageSize={PAGE_SIZE}
        empty={{ title: t('scripts.noStores') }}
        selection={{
          of: 'several',
          keys,
          onChange: (next) => onChange(new Set([...next].map((key) => Number(key) as StoreId))),
          nameOf: ({ code, name }) => `${code} ${name}`,
        }}
        tools={
          <>
            <Button size="small" onClick={() => setPasting(true)}>
              {t('scripts.pasteStores')}
            </Button>
            <Button
              size="small"
              variant="quiet"
              disabledReason={chosen.size === 0 ? t('scripts.chooseStores') : null}
              onClick={() => onChange(new Set())}
            >
              {t('scripts.clear')}
            </Button>
            <TableSearch />
          </>
        }
      >
        <span aria-live="polite">{t('scripts.chosen', { count: chosen.size })}</span>
      </DataTable>
      {isPasting && top && (
        <StoreNumbersDialog
          top={top.id}
          onFound={(found) => onChange(new Set([...chosen, ...found]))}
          onClose={() => setPasting(false)}
        />
      )}
    </div>
  )
}
