import { Button } from '../kit/Button'
import { StateView } from '../kit/StateView'
import { useText } from '../kit/text'

/** A screen that broke while it was drawn, or whose code could not be fetched. */
export function ScreenFailure() {
  const t = useText()
  return (
    <StateView
      size="page"
      icon="alert"
      title={t('shell.failure.screen')}
      actions={
        <Button variant="primary" icon="refresh" onClick={() => window.location.reload()}>
          {t('shell.banner.reload')}
        </Button>
      }
    >
      {t('shell.failure.screenHint')}
    </StateView>
  )
}
