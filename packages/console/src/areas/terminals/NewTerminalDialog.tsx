import { searchStores } from '@coldkeep/contract/areas/organisation'
import { addTerminal, listTerminals } from '@coldkeep/contract/areas/terminals'
import { longestIn } from '@coldkeep/contract/wire/limits'
import type { StoreId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import { useEffect, useState } from 'react'
import { useCall } from '../../api/use-call'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { RadioField } from '../../kit/field/RadioField'
import { TextField } from '../../kit/field/TextField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'

const REST_MS = 300
const LONGEST_SEARCH = longestIn(searchStores.query, 'search')

type NewTerminal = { readonly storeId: string | null }

export function terminalRules(t: Translate): CallRules<typeof addTerminal, NewTerminal> {
  return {
    call: addTerminal,
    labels: { storeId: t('terminals.store') },
    inputOf: ({ storeId }) => ({ body: { storeId: storeId === null ? null : (Number(storeId) as StoreId) } }),
  }
}

/** Makes a place for a terminal in a store, which is found by its name or number, and opens it. */
export function NewTerminalDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [, changeAddress] = useAddress()
  const [typed, setTyped] = useState('')
  const key = useRested(typed.trim())
  const isTooLong = LONGEST_SEARCH !== undefined && key.length > LONGEST_SEARCH
  const found = useCall(searchStores, key === '' || isTooLong ? null : { query: { search: key } }, {
    keepsPrevious: true,
  })
  const stores = key === '' || isTooLong ? [] : (found.data ?? [])
  const form = useSendForm<typeof addTerminal, NewTerminal>({
    ...terminalRules(t),
    initial: { storeId: null },
    invalidates: [listTerminals],
    onDone: ({ id }) => {
      showToast(t('terminals.added', { terminal: id }))
      onClose()
      changeAddress({ id })
    },
  })
  const store = form.field('storeId')
  return (
    <FormModal
      opened
      title={t('terminals.add')}
      submitLabel={t('terminals.addDo')}
      {...form.window}
      onClose={onClose}
    >
      <TextField
        label={t('terminals.storeSearch')}
        icon="search"
        type="search"
        maxLength={LONGEST_SEARCH}
        value={typed}
        // without a result there is nothing to choose from: the way to a store begins here
        error={stores.length === 0 ? store.error : null}
        required={store.required}
        onBlur={() => stores.length === 0 && store.onBlur()}
        onChange={(text) => {
          setTyped(text)
          form.change({ storeId: null })
        }}
      />
      {stores.length > 0 && (
        <RadioField
          {...store}
          choices={stores.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` }))}
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
