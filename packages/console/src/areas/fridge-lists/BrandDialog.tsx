import { addFridgeBrand } from '@coldkeep/contract/areas/fridge-lists'
import type { Answer } from '@coldkeep/contract/call'
import { useMemo } from 'react'
import { EditDialog } from '../../archetypes/editor/EditDialog'
import { type PlainValues, plainFields } from '../../archetypes/editor/editor-field'
import type { RowCall } from '../../archetypes/editor/row-call'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { type BrandForm, blankBrand, brandFields, brandWrites, checkEntry } from './entry-form'
import { listReads, useEntries } from './use-entries'

const draftOf = (kept: PlainValues) => ({ kept })

/** A new brand; who enters it below the top proposes it. */
export function BrandDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const known = useEntries('brand')
  const fields = useMemo(() => plainFields(brandFields(known)(t)), [known, t])
  const check = useMemo(
    () => (values: PlainValues) => checkEntry(known)(values as unknown as BrandForm, t),
    [known, t],
  )
  const write = useMemo(
    (): RowCall<[PlainValues]> => ({
      call: addFridgeBrand,
      inputOf: (values) => brandWrites.create.inputOf([values as unknown as BrandForm]),
    }),
    [],
  )
  return (
    <EditDialog
      title={t('fridgeLists.buttons.addBrand')}
      fields={fields}
      initial={blankBrand}
      write={write}
      check={check}
      invalidates={listReads}
      draftName="new-fridge-brand"
      draftOf={draftOf}
      onSend={() => {}}
      onDone={(answer) => {
        const { state } = answer as Answer<typeof addFridgeBrand>
        showToast(t(state === 'proposed' ? 'fridgeLists.proposed' : 'fridgeLists.added'))
        onClose()
      }}
      onClose={onClose}
    />
  )
}
