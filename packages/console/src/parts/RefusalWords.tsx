import type { Translate } from '@coldkeep/phrases/keys'
import { useText } from '../kit/text'
import type { WhyUnkept } from '../site/not-kept'
import type { Refusal } from '../site/waiting'
import styles from './parts.module.css'

export interface KeptNoteProps {
  /** Why the device could not keep something; `null`: it could. */
  readonly unkept: WhyUnkept | null
  readonly refusals: readonly Refusal[]
}

export function RefusalWords({ unkept, refusals }: KeptNoteProps) {
  const t = useText()
  const lines = new Set(refusals.map((refusal) => refusalWords(refusal, t)))
  return (
    <div role="alert" className={styles.refusal}>
      {unkept !== null && <p>{t(`queue.unkept.${unkept}`)}</p>}
      {[...lines].map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

/** Why the service did not take something, and what the person can do. */
export function refusalWords({ status, code, message }: Refusal, t: Translate): string {
  return `${message} ${t(`queue.hint.${hintOf(status, code)}`)}`
}

function hintOf(status: number, code: Refusal['code']) {
  if (code === 'photo.too_many') return 'room'
  if (code === 'row.changed') return 'decide'
  if (status === 413) return 'smaller'
  if (code?.startsWith('photo.') && (status === 415 || code === 'photo.damaged')) return 'picture'
  if (code === 'request.malformed' || code?.endsWith('.future')) return 'clock'
  return status === 403 || status === 404 ? 'rights' : 'again'
}
