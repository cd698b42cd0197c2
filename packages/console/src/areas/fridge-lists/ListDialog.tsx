import {
  type FridgeBrand,
  type FridgeEntry,
  listFridgeBrands,
  listFridgeLocations,
  listFridgeTypes,
} from '@coldkeep/contract/areas/fridge-lists'
import type { FridgeList } from '@coldkeep/domain/organisation/fridge-list'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { lockedByOwner } from '../../archetypes/editor/owned-rows'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import { useWhyNot } from '../../site/use-why-not'
import { brandColumns, entryColumns } from './entry-columns'
import {
  type BrandForm,
  blankBrand,
  blankEntry,
  brandFields,
  brandWrites,
  checkEntry,
  type EntryForm,
  entryFields,
  entryWrites,
} from './entry-form'
import { brandRows, listReads, useEntries, useEntryUse } from './use-entries'

const MergeDialog = lazily(() => import('./MergeDialog'), 'MergeDialog')

const calls = { location: listFridgeLocations, type: listFridgeTypes }
const nameOf = ({ title }: FridgeEntry) => title
const rowKey = ({ id }: FridgeEntry) => String(id)

export interface ListDialogProps {
  readonly list: FridgeList
  readonly onClose: () => void
}

/** A list with what can be done in it; what devices use is merged, not removed. */
export function ListDialog({ list, onClose }: ListDialogProps) {
  const t = useText()
  const [merging, setMerging] = useState<FridgeEntry | null>(null)
  const known = useEntries(list)
  return (
    <Modal opened onClose={onClose} title={t(`fridgeLists.title.${list}`)} widthPx={1200}>
      {list === 'brand' ? (
        <BrandTable known={known} onMerge={setMerging} />
      ) : (
        <EntryTable list={list} known={known} onMerge={setMerging} />
      )}
      <Suspense>
        {merging !== null && (
          <MergeDialog list={list} from={merging} known={known} onClose={() => setMerging(null)} />
        )}
      </Suspense>
    </Modal>
  )
}

interface TableProps {
  readonly known: readonly FridgeEntry[]
  readonly onMerge: (row: FridgeEntry) => void
}

function BrandTable({ known, onMerge }: TableProps) {
  const t = useText()
  const use = useEntryUse('brand')
  const rules = useRowRules(use)
  const columns = useMemo(() => brandColumns(use), [use])
  const form = useMemo(
    () => ({
      fields: brandFields(known),
      blank: blankBrand,
      draftOf: (row: FridgeBrand) => ({ ...row, isOther: false, departmentId: null }),
      check: checkEntry(known),
    }),
    [known],
  )
  return (
    <TableEditor<typeof listFridgeBrands, BrandForm, FridgeBrand>
      title={t('fridgeLists.title.brand')}
      tableKey="fridge-brands"
      name="entries"
      list={{ call: listFridgeBrands, query: {}, rowsOf: brandRows }}
      rowKey={rowKey}
      nameOf={nameOf}
      columns={columns}
      form={form}
      writes={{ ...brandWrites, ...rules }}
      rowActions={(row) => <MergeButton row={row} onMerge={onMerge} />}
      emptyTitle={t('fridgeLists.empty.brand')}
    />
  )
}

function EntryTable({ list, known, onMerge }: TableProps & { readonly list: 'location' | 'type' }) {
  const t = useText()
  const use = useEntryUse(list)
  const rules = useRowRules(use)
  const columns = useMemo(() => entryColumns(list, use), [list, use])
  const form = useMemo(
    () => ({
      fields: entryFields(known),
      blank: blankEntry,
      draftOf: (row: FridgeEntry) => ({ ...row, isOther: false, departmentId: null }),
      check: checkEntry(known),
    }),
    [known],
  )
  return (
    <TableEditor<(typeof calls)[typeof list], EntryForm, FridgeEntry>
      title={t(`fridgeLists.title.${list}`)}
      tableKey={`fridge-${list}s`}
      name="entries"
      list={{ call: calls[list], query: {} }}
      rowKey={rowKey}
      nameOf={nameOf}
      columns={columns}
      form={form}
      writes={{ ...entryWrites[list], ...rules }}
      rowActions={(row) => <MergeButton row={row} onMerge={onMerge} />}
      emptyTitle={t(`fridgeLists.empty.${list}`)}
    />
  )
}

/** Why a row is not changed, and what is in the way of removing it. */
function useRowRules(use: ReturnType<typeof useEntryUse>) {
  const t = useText()
  const lockedBecause = useCallback((row: FridgeEntry) => lockedByOwner(row, t), [t])
  return useMemo(
    () => ({
      lockedBecause,
      alsoChanges: listReads,
      consequence: ({ id }: FridgeEntry) => {
        const { devices, stores } = use?.(id) ?? { devices: 0, stores: 0 }
        if (devices === 0) return null
        const where = t('fridgeLists.where', {
          count: stores,
          devices: t('fridgeLists.usedBy', { count: devices }),
        })
        return `${where}. ${t('fridgeLists.inUse')}`
      },
    }),
    [lockedBecause, use, t],
  )
}

function MergeButton({ row, onMerge }: { row: FridgeEntry; onMerge: TableProps['onMerge'] }) {
  const t = useText()
  const reason = useWhyNot()(brandWrites.update.call)
  return (
    <Button
      size="small"
      variant="quiet"
      aria-label={t('fridgeLists.merge.one', { name: row.title })}
      disabledReason={reason ?? lockedByOwner(row, t)}
      onClick={() => onMerge(row)}
    >
      {t('fridgeLists.merge.button')}
    </Button>
  )
}
