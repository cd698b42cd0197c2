import type { Translate } from '@coldkeep/phrases/keys'
import { Button } from '../kit/Button'
import { copyText } from '../kit/copy-text'
import { Link } from '../kit/Link'
import { showToast } from '../kit/Toast'
import { useText } from '../kit/text'
import { setHeadSlot } from '../site/head-slots'
import type { Page } from '../site/pages'
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
  return (
    <div className={styles.head} data-narrow={narrow || undefined}>
      {!narrow && (
        <nav aria-label={t('shell.bar.breadcrumb')} className={styles.crumbs}>
          {!isHome && (
            <>
              <Link href={paths.home}>{t('shell.pages.home')}</Link>
              <span className={styles.slash} aria-hidden="true">
                /
              </span>
            </>
          )}
          <h1 id="page-title" tabIndex={-1} className={styles.title} aria-current="page">
            {title}
          </h1>
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

/** The address holds the whole view, so the address is what is shared. */
export async function share(t: Translate): Promise<void> {
  const isCopied = await copyText(window.location.href)
  showToast(t(isCopied ? 'shell.actions.linkCopied' : 'kit.dialog.copyFailed'))
}
