import { Button } from './Button'
import { StateView, type StateViewProps } from './StateView'
import { useText } from './text'

export interface LoadFailureProps extends Pick<StateViewProps, 'size' | 'minHeightPx'> {
  /** Why, where the service said it. */
  readonly words?: string
  readonly onRetry?: () => void
}

/** In place of what could not be loaded. */
export function LoadFailure({ words, onRetry, ...place }: LoadFailureProps) {
  const t = useText()
  return (
    <StateView
      {...place}
      icon="alert"
      title={words ?? t('kit.state.failedTitle')}
      actions={onRetry && <Button onClick={onRetry}>{t('shell.words.retry')}</Button>}
    />
  )
}
