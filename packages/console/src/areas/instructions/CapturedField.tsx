import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { SelectField } from '../../kit/field/SelectField'
import { useLanguage, useText } from '../../kit/text'

interface Captured {
  readonly store: { readonly code: string; readonly name: string }
  readonly deviceName: string
  readonly unitId: number
  /** Of a write that took one. */
  readonly value?: number | null
  readonly at: number
}

export interface CapturedFieldProps<Reply extends Captured> {
  /** Where they come from. */
  readonly help: string
  readonly replies: readonly Reply[]
  readonly onChoose: (reply: Reply) => void
}

/** Replies that devices gave; nothing where there are none. */
export function CapturedField<Reply extends Captured>({
  help,
  replies,
  onChoose,
}: CapturedFieldProps<Reply>) {
  const t = useText()
  const language = useLanguage()
  if (replies.length === 0) return null
  return (
    <SelectField
      label={t('instructions.captured')}
      help={help}
      value={null}
      choices={replies.map(({ store, deviceName, unitId, value, at }, index) => ({
        value: String(index),
        label: [
          `${store.code} ${store.name}`,
          `${deviceName} (${unitId})`,
          ...(value == null ? [] : [`→ ${formatNumber(language, value)}`]),
          formatInstant(at),
        ].join(' · '),
      }))}
      onChange={(index) => {
        const chosen = replies[Number(index)]
        if (index !== null && chosen) onChoose(chosen)
      }}
    />
  )
}
