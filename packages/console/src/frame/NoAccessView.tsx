import { Link } from '../kit/Link'
import { StateView } from '../kit/StateView'
import { useText } from '../kit/text'
import type { Page } from '../site/pages'
import { paths } from '../site/paths'

/** Shown at the address of a page that the account was not granted. */
export function NoAccessView({ page }: { page: Page }) {
  const t = useText()
  return (
    <StateView
      size="page"
      icon="lock"
      title={t('shell.noAccess.text')}
      actions={<Link href={paths.home}>{t('shell.notFound.go', { page: t('shell.pages.home') })}</Link>}
    >
      {t('shell.noAccess.ask', { page: t(page.title) })}
    </StateView>
  )
}
