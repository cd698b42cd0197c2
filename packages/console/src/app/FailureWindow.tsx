import { ErrorModal } from '../kit/dialog/ErrorModal'
import { useText } from '../kit/text'
import { useFailures } from './failures'

/** The one error window of the console. */
export function FailureWindow() {
  const t = useText()
  const { problems, dismiss, retry } = useFailures()
  return (
    <ErrorModal
      failures={problems.map(({ method, path, status, message, atMs, requestId }) => ({
        method,
        path,
        message: status === 0 ? `${t('kit.dialog.noAnswer')} (${message})` : message,
        atMs,
        requestId,
      }))}
      onCancel={dismiss}
      onRetry={retry}
    />
  )
}
