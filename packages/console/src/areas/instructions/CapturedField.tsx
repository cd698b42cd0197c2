import type { PollCommandRow } from '@coldkeep/contract/areas/poll-commands'
import { type CapturedReply, listCapturedReplies } from '@coldkeep/contract/areas/test-bench'
import { formatInstant } from '@coldkeep/phrases/format'
import { useCall } from '../../api/use-call'
import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'

export interface CapturedFieldProps {
  readonly command: PollCommandRow
  readonly onChoose: (reply: CapturedReply) => void
}

/** Replies that devices gave to the command in single runs; nothing where there are none. */
export function CapturedField({ command, onChoose }: CapturedFieldProps) {
  const t = useText()
  const replies = useCall(listCapturedReplies, { query: { command: command.id } }, { quiet: true }).data ?? []
  if (replies.length === 0) return null
  return (
    <SelectField
      label={t('instructions.captured')}
      help={t('instructions.capturedWhy')}
      value={null}
      choices={replies.map(({ store, device_name, unit_id, at }, index) => ({
        value: String(index),
        label: `${store.code} ${store.name} · ${device_name} (${unit_id}) · ${formatInstant(at)}`,
      }))}
      onChange={(index) => {
        const chosen = replies[Number(index)]
        if (index !== null && chosen) onChoose(chosen)
      }}
    />
  )
}
