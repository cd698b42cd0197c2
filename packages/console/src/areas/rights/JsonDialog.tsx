import type { Call } from '@coldkeep/contract/call'
import { encodeWire } from '@coldkeep/contract/wire/dialect'
import type { CallInput } from '../../api/transport'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { CopyButton } from '../../kit/CopyButton'
import { Modal } from '../../kit/dialog/Modal'
import { Spinner } from '../../kit/Spinner'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'

export interface JsonDialogProps {
  readonly title: string
  readonly call: Call
  readonly input?: CallInput<Call>
  readonly onClose: () => void
}

/** What a call answers, as it travels; to be read and copied. */
export function JsonDialog({ title, call, input = {}, onClose }: JsonDialogProps) {
  const t = useText()
  const answer = useCall<Call>(call, input, { staleMs: 0 })
  const text =
    answer.data === undefined ? null : JSON.stringify(encodeWire(call.answer, answer.data), null, 2)
  const shortened = shortenedTo(answer.data)
  return (
    <Modal
      opened
      title={title}
      widthPx={800}
      onClose={onClose}
      footer={
        <>
          <CopyButton text={text ?? ''} />
          <Button variant="primary" onClick={onClose} data-autofocus>
            {t('kit.dialog.close')}
          </Button>
        </>
      }
    >
      {text === null ? <Spinner /> : <pre className={frame.text}>{text}</pre>}
      {shortened !== null && <p className={frame.note}>{t('rights.currentFirst', shortened)}</p>}
    </Modal>
  )
}

/** Of a list that comes page by page the first page is shown. */
function shortenedTo(answer: unknown): { readonly shown: number; readonly total: number } | null {
  const { data, total } = (answer ?? {}) as { readonly data?: readonly unknown[]; readonly total?: number }
  return data !== undefined && total !== undefined && total > data.length
    ? { shown: data.length, total }
    : null
}
