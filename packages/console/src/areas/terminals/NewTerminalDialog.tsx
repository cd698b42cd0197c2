import { searchStores } from '@coldkeep/contract/areas/organisation'
import { addTerminal, listTerminals } from '@coldkeep/contract/areas/terminals'
import type { StoreId } from '@coldkeep/domain/ids'
import { useEffect, useState } from 'react'
import { useCall, useSend } from '../../api/use-call'
import { FormModal } from '../../kit/dialog/FormModal'
import { RadioField } from '../../kit/field/RadioField'
import { TextField } from '../../kit/field/TextField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'

const REST_MS = 300

/** Makes a place for a terminal in a store, which is found by its name or number, and opens it. */
export function NewTerminalDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [, changeAddress] = useAddress()
  const [typed, setTyped] = useState('')
  const [storeId, setStoreId] = useState<string | null>(null)
  const key = useRested(typed.trim())
  const found = useCall(searchStores, key === '' ? null : { query: { search: key } }, { keepsPrevious: true })
  const stores = key === '' ? [] : (found.data ?? [])
  const isChosen = stores.some((store) => String(store.id) === storeId)
  const adding = useSend(addTerminal, {
    invalidates: [listTerminals],
    onDone: ({ id }) => {
      showToast(t('terminals.added', { terminal: id }))
      onClose()
      changeAddress({ id })
    },
  })

  return (
    <FormModal
      opened
      title={t('terminals.add')}
      submitLabel={t('terminals.addDo')}
      missing={isChosen ? null : t('terminals.storeMissing')}
      dirty={isChosen}
      busy={adding.isPending}
      onSubmit={() => {
        if (isChosen) adding.mutate({ body: { storeId: Number(storeId) as StoreId } })
      }}
      onClose={onClose}
    >
      <TextField
        label={t('terminals.storeSearch')}
        icon="search"
        type="search"
        maxLength={80}
        value={typed}
        onChange={setTyped}
      />
      {stores.length > 0 && (
        <RadioField
          label={t('terminals.store')}
          value={storeId}
          choices={stores.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` }))}
          onChange={setStoreId}
        />
      )}
      <p className={frame.note} aria-live="polite">
        {key !== '' && found.isSuccess && stores.length === 0 ? t('terminals.noStore') : ''}
      </p>
    </FormModal>
  )
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
