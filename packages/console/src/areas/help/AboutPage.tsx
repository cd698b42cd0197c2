import { getAbout } from '@coldkeep/contract/areas/help'
import { Suspense, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Chip } from '../../kit/Chip'
import { LoadFailure } from '../../kit/LoadFailure'
import { lazily } from '../../kit/lazily'
import { Markdown } from '../../kit/Markdown'
import { Skeleton } from '../../kit/Skeleton'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { ownNames } from '../../site/own-names'
import { PageHead } from '../../site/PageHead'
import styles from './help.module.css'

const HelpEditor = lazily(() => import('./HelpEditor'), 'HelpEditor')

/** What the product is, its version, what it is made of, and what the organisation says about itself. */
export function AboutPage() {
  const t = useText()
  const language = useLanguage()
  const answer = useCall(getAbout, {})
  const [edited, edit] = useState<{ readonly key: string | null } | null>(null)
  if (answer.data === undefined)
    return (
      <div className={frame.page}>
        <PageHead />
        {answer.error === null ? <Skeleton height={320} /> : <LoadFailure onRetry={answer.refetch} />}
      </div>
    )
  const { sections, version, licences, mayEdit } = answer.data
  return (
    <div className={frame.page}>
      <PageHead
        actions={
          mayEdit && (
            <Button size="small" onClick={() => edit({ key: null })}>
              {t('help.newSection')}
            </Button>
          )
        }
      />
      <div className={styles.columns}>
        <nav aria-label={t('help.sections')} className={styles.contents} data-no-print>
          {sections.map(({ key, title }) => (
            <a key={key} href={`#${key}`}>
              {title}
            </a>
          ))}
          <a href="#version">{t('help.version')}</a>
          <a href="#licences">{t('help.licences')}</a>
        </nav>
        <div className={frame.stack}>
          {sections.map((section) => (
            <section key={section.key} id={section.key} className={styles.section}>
              <div className={styles.foot}>
                <h2>{section.title}</h2>
                {!section.isShown && <Chip>{t('help.hidden')}</Chip>}
                {mayEdit && (
                  <Button size="small" onClick={() => edit({ key: section.key })}>
                    {t('help.edit')}
                  </Button>
                )}
              </div>
              {section.language !== language && (
                <p className={frame.note}>{t('help.other', { language: ownNames[section.language] })}</p>
              )}
              <div lang={section.language}>
                <Markdown text={section.content} />
              </div>
            </section>
          ))}
          <section id="version" className={styles.section}>
            <h2>{t('help.version')}</h2>
            <p>Coldkeep {version}</p>
          </section>
          <section id="licences" className={styles.section}>
            <h2>{t('help.licences')}</h2>
            <details className={styles.licences}>
              <summary>{t('help.licencesNote', { count: licences.length })}</summary>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('help.package')}</th>
                    <th scope="col">{t('help.version')}</th>
                    <th scope="col">{t('help.licence')}</th>
                  </tr>
                </thead>
                <tbody>
                  {licences.map((one) => (
                    <tr key={`${one.name} ${one.version}`}>
                      <td>{one.name}</td>
                      <td>{one.version}</td>
                      <td>{one.licence}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </details>
          </section>
        </div>
      </div>
      {edited !== null && (
        <Suspense>
          <HelpEditor page="about" textKey={edited.key} onClose={() => edit(null)} />
        </Suspense>
      )}
    </div>
  )
}
