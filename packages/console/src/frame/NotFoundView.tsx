import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { TextField } from '../kit/field/TextField'
import { Link } from '../kit/Link'
import { StateView } from '../kit/StateView'
import { useText } from '../kit/text'
import { paths } from '../site/paths'
import { grantedPages, useSession } from '../site/session'
import { menuFor } from './menu'
import styles from './NotFoundView.module.css'

/** The address that leads nowhere, and ways on: a search over the pages, and Home. */
export function NotFoundView() {
  const t = useText()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const session = useSession()
  const [search, setSearch] = useState('')
  const searched = search.trim().toLowerCase()
  const found = menuFor(grantedPages(session))
    .flatMap((section) => section.pages)
    .filter((page) => searched !== '' && `${t(page.title)} ${page.path}`.toLowerCase().includes(searched))
  return (
    <StateView
      size="page"
      icon="search"
      title={t('shell.notFound.text', { path })}
      actions={<Link href={paths.home}>{t('shell.notFound.go', { page: t('shell.pages.home') })}</Link>}
    >
      <div className={styles.search}>
        <TextField
          label={t('shell.notFound.search')}
          icon="search"
          type="search"
          value={search}
          onChange={setSearch}
        />
        {found.length > 0 && (
          <ul className={styles.found}>
            {found.map((page) => (
              <li key={page.path}>
                <Link href={page.path}>{t(page.title)}</Link>
              </li>
            ))}
          </ul>
        )}
        {searched !== '' && found.length === 0 && <p>{t('kit.field.nothingFound')}</p>}
      </div>
    </StateView>
  )
}
