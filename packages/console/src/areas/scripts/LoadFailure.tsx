import { Button } from '../../kit/Button'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'

/** In place of what could not be loaded. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const t = useText()
  return (
    <StateView
      icon="alert"
      title={t('kit.state.failedTitle')}
      actions={<Button onClick={onRetry}>{t('shell.words.retry')}</Button>}
    />
  )
}
