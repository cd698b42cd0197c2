import { MOST_TYPED, typeOnScreen } from '@coldkeep/contract/areas/screens'
import { type FormEvent, useState } from 'react'
import { useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { CheckField } from '../../kit/field/CheckField'
import { TextField } from '../../kit/field/TextField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { useWhyNot } from '../../site/use-why-not'
import styles from './screens.module.css'

/** Types a text at the store, all of it at once. */
export function TypeBox({ sessionId }: { readonly sessionId: string }) {
  const t = useText()
  const whyNot = useWhyNot()
  const [text, setText] = useState('')
  const [hasKeys, setHasKeys] = useState(false)
  const typing = useSend(typeOnScreen, {
    onDone: () => {
      setText('')
      showToast(t('screens.sent'))
    },
  })
  const missing = whyNot(typeOnScreen) ?? (text === '' ? t('screens.typeFirst') : null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (missing === null && text.length <= MOST_TYPED && !typing.isPending)
      typing.mutate({ body: { sessionId, text, hasKeys } })
  }
  return (
    <form onSubmit={submit} className={styles.typing}>
      <TextField
        label={t('screens.text')}
        name="text"
        maxLength={MOST_TYPED}
        value={text}
        onChange={setText}
      />
      <Button type="submit" icon="send" loading={typing.isPending} disabledReason={missing}>
        {t('screens.send')}
      </Button>
      <div className={styles.check}>
        <CheckField label={t('screens.hasKeys')} checked={hasKeys} onChange={setHasKeys} />
      </div>
    </form>
  )
}
