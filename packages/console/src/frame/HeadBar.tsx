import type { Translate } from '@coldkeep/phrases/keys'
import { useRouterState } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { Button } from '../kit/Button'
import { copyText } from '../kit/copy-text'
import { Link } from '../kit/Link'
import { showToast } from '../kit/Toast'
import { useText } from '../kit/text'
import { setHeadSlot } from '../site/head-slots'
import { type Crumb, crumbsOf, useInnerPlaces } from '../site/inner-places'
import { type Page, pageAt } from '../site/pages'
import { paths } from '../site/paths'
import styles from './HeadBar.module.css'

export interface HeadBarProps {
  readonly page: Page | undefined
  readonly title: string
  /** The bar above carries the title and the actions then. */
  readonly narrow: boolean
}

/** Where one is, how fresh it is, and what can be done with the page as a whole. */
export function HeadBar({ page, title, narrow }: HeadBarProps) {
  const t = useText()
  const isHome = page?.group === 'home'
  const around = page?.within === undefined ? undefined : pageAt(page.within)
  const location = useRouterState({ select: (state) => state.location })
  const [own, ...inner] = crumbsOf(title, location, useInnerPlaces())
  return (
    <div className={styles.head} data-narrow={narrow || undefined}>
      {!narrow && (
        <nav aria-label={t('shell.bar.breadcrumb')} className={styles.crumbs}>
          {!isHome && (
            <>
              <Link href={paths.home}>{t('shell.pages.home')}</Link>
              <Slash />
            </>
          )}
          {around !== undefined && (
            <>
              <Link href={around.path}>{t(around.title)}</Link>
              <Slash />
            </>
          )}
          <h1
            id="page-title"
            tabIndex={-1}
            className={styles.title}
            aria-current={own.href === null ? 'page' : undefined}
          >
            {linked(own)}
          </h1>
          {inner.map((crumb) => (
            <Fragment key={crumb.label}>
              <Slash />
              <span className={styles.inner} aria-current={crumb.href === null ? 'page' : undefined}>
                {linked(crumb)}
              </span>
            </Fragment>
          ))}
        </nav>
      )}
      <div className={styles.slot} data-scope ref={(element) => setHeadSlot('scope', element)} />
      <div className={styles.side}>
        <div className={styles.slot} ref={(element) => setHeadSlot('status', element)} />
        {!narrow && page !== undefined && (
          <div className={styles.actions} data-no-print>
            <div className={styles.slot} ref={(element) => setHeadSlot('actions', element)} />
            <Button size="small" icon="share" onClick={() => void share(t)}>
              {t('shell.actions.share')}
            </Button>
            <Button size="small" icon="print" onClick={() => window.print()}>
              {t('shell.actions.print')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

function Slash() {
  return (
    <span className={styles.slash} aria-hidden="true">
      /
    </span>
  )
}

function linked({ label, href }: Crumb): ReactNode {
  return href === null ? label : <Link href={href}>{label}</Link>
}

/** The address holds the whole view, so the address is what is shared. */
export async function share(t: Translate): Promise<void> {
  const isCopied = await copyText(window.location.href)
  showToast(t(isCopied ? 'shell.actions.linkCopied' : 'kit.dialog.copyFailed'))
}
