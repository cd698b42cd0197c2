import { useEffect, useState } from 'react'
import { Icon } from '../../kit/icons'
import { useLanguage, useText } from '../../kit/text'
import { useConfig } from '../../site/config'
import { chooseLanguage } from '../../site/language'
import styles from './LoginPage.module.css'
import { LoginSteps } from './LoginSteps'
import { recordChosenLanguage } from './take-preferences'

export function LoginPage() {
  const t = useText()
  const config = useConfig()
  useEffect(() => {
    document.title = `${t('session.login.title')} · ${config.title}`
  }, [t, config.title])
  return (
    <div className={styles.page}>
      <header className={styles.band}>
        <span className={styles.logo}>
          <Icon name="snowflake" size={32} />
        </span>
        <p className={styles.site}>{config.title}</p>
      </header>
      <main className={styles.side}>
        <div className={styles.top}>
          <LoginLanguage />
        </div>
        <div className={styles.main}>
          <LoginSteps />
        </div>
        <VendorMark />
      </main>
    </div>
  )
}

/** A plain select: it is the whole need here, and the menu's code is not. */
function LoginLanguage() {
  const t = useText()
  const language = useLanguage()
  const { languages } = useConfig()
  return (
    <label className={styles.language}>
      <span className="visually-hidden">{t('shell.bar.language')}</span>
      <Icon name="world" />
      <select
        value={language}
        onChange={(event) => {
          recordChosenLanguage(event.currentTarget.value)
          void chooseLanguage(event.currentTarget.value)
        }}
      >
        {languages.map(({ title, value }) => (
          <option key={value} value={value} lang={value}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The maker's mark at the foot; a picture that does not load leaves only the words. */
function VendorMark() {
  const { vendor_icon: icon, vendor_title: title } = useConfig()
  const [broken, setBroken] = useState(false)
  if (icon === '' && title === '') return null
  return (
    <footer className={styles.vendor}>
      {icon !== '' && !broken && <img src={icon} alt={title} onError={() => setBroken(true)} />}
      {title !== '' && <span>{title}</span>}
    </footer>
  )
}
