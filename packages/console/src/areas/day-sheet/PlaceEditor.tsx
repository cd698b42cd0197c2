import { type CheckPlaceRow, listCheckPlaces, removeCheckPlace } from '@coldkeep/contract/areas/hand-checks'
import { listStores } from '@coldkeep/contract/areas/organisation'
import type { Answer } from '@coldkeep/contract/call'
import type { StoreId } from '@coldkeep/domain/ids'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import { Button } from '../../kit/Button'
import { Skeleton } from '../../kit/Skeleton'
import { useLanguage, useText } from '../../kit/text'
import {
  checkPlace,
  createPlace,
  formOfPlace,
  type PlaceForm,
  placeColumns,
  placeFields,
  updatePlace,
} from './place-form'

const rowsOf = (answer: Answer<typeof listCheckPlaces>) => answer.places

/** The places of a store's round, in the order in which people walk. */
export function PlaceEditor({ storeId, onLeave }: { storeId: StoreId; onLeave: () => void }) {
  const t = useText()
  const language = useLanguage()
  const stores = useCall(listStores, { query: { departmentId: null } }).data
  const query = useMemo(() => ({ storeId }), [storeId])
  const columns = useMemo(() => placeColumns(language), [language])
  const storeCode = stores?.find(({ id }) => id === storeId)?.code ?? null
  if (stores === undefined) return <Skeleton height={320} />
  return (
    <TableEditor<typeof listCheckPlaces, PlaceForm, CheckPlaceRow>
      title={t('daySheet.places.title')}
      tableKey="check-places"
      name="places"
      list={{ call: listCheckPlaces, query, rowsOf }}
      rowKey={({ id }) => String(id)}
      nameOf={({ name }) => name}
      writes={{
        create: createPlace,
        update: updatePlace,
        remove: removeCheckPlace,
        consequence: () => t('daySheet.places.removeKeeps'),
      }}
      columns={columns}
      form={{
        fields: placeFields,
        blank: {
          ...{ storeId, storeCode, position: null, name: '', deviceId: null, zone: null },
          ...{ lowC: null, highC: null },
        },
        draftOf: (row) => formOfPlace(row, storeCode),
        check: checkPlace,
      }}
      emptyTitle={t('daySheet.places.none')}
      tools={
        <Button size="small" icon="chevronLeft" onClick={onLeave}>
          {t('daySheet.places.back')}
        </Button>
      }
    />
  )
}
