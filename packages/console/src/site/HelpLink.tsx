import { useRouterState } from '@tanstack/react-router'
import { IconLink } from '../kit/IconLink'
import { useText } from '../kit/text'
import { pageHelp } from './page-help'
import { pagePaths, paths } from './paths'
import { mayCall, useSession } from './session'

/** Leads to the answer that a page is asked for most, for readers who may open it. */
export function HelpLink() {
  const t = useText()
  const session = useSession()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const key = pageHelp[pathname]
  if (key === undefined || !mayCall({ access: ['5-1'], method: 'GET' }, session)) return null
  return (
    <IconLink
      icon="question"
      label={t('shell.actions.help')}
      href={paths.withSearch(pagePaths.faq, { q: key })}
    />
  )
}
