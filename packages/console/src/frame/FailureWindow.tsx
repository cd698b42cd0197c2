import { Suspense, useEffect } from 'react'
import { lazily } from '../kit/lazily'
import { useText } from '../kit/text'
import { useFailures } from '../site/failures'

const load = () => import('../kit/dialog/ErrorModal')
const ErrorModal = lazily(load, 'ErrorModal')

/** The one error window of the console. Its code comes soon after the first screen: it must be there when the service is not. */
export function FailureWindow() {
  const t = useText()
  const { problems, dismiss, retry } = useFailures()
  useEffect(() => {
    const timer = setTimeout(() => void load(), 1_000)
    return () => clearTimeout(timer)
  }, [])
  if (problems.length === 0) return null
  return (
    <Suspense>
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
    </Suspense>
  )
}
