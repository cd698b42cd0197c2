import { listStores } from '@coldkeep/contract/areas/organisation'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { FormModal } from '../../kit/dialog/FormModal'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { useText } from '../../kit/text'

const MOST_NAMED = 5

export interface StoreNumbersDialogProps {
  /** Above all departments of the reader. */
  readonly top: DepartmentId
  readonly onFound: (stores: readonly StoreId[]) => void
  readonly onClose: () => void
}

/** Takes a list of store numbers out of a spreadsheet; numbers that no store has are listed. */
export function StoreNumbersDialog({ top, onFound, onClose }: StoreNumbersDialogProps) {
  const t = useText()
  const [text, setText] = useState('')
  const stores = useCall(listStores, { query: { departmentId: top } })
  const byCode = new Map(stores.data?.map(({ code, id }) => [code.toUpperCase(), id]))
  const codes = [...new Set(text.split(/[\s,;]+/).filter((code) => code !== ''))]
  const unknown = stores.data === undefined ? [] : codes.filter((code) => !byCode.has(code.toUpperCase()))
  const named = unknown.slice(0, MOST_NAMED).join(', ')
  const fault =
    unknown.length === 0 ? undefined : t('scripts.unknownStores', { count: unknown.length, named })
  const isReady = codes.length > 0 && unknown.length === 0 && stores.data !== undefined
  return (
    <FormModal
      opened
      title={t('scripts.pasteStores')}
      submitLabel={t('scripts.take')}
      missing={isReady ? null : (fault ?? t('scripts.storeNumbers'))}
      dirty={text !== ''}
      busy={false}
      onSubmit={() => {
        if (!isReady) return
        onFound(codes.flatMap((code) => byCode.get(code.toUpperCase()) ?? []))
        onClose()
      }}
      onClose={onClose}
    >
      <TextAreaField
        label={t('scripts.storeNumbers')}
        help={t('scripts.storeNumbersHelp')}
        error={fault}
        rows={8}
        value={text}
        onChange={setText}
        monospace
      />
    </FormModal>
  )
}
