import { useRouter, useRouterState } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useConfig } from '../../app/config'
import { reportFailure } from '../../app/failures'
import { chooseLanguage } from '../../app/language'
import { nextAfterLogin } from '../../app/paths'
import { lastSessionEnd } from '../../app/session'
import { Button } from '../../kit/Button'
import { PasswordField } from '../../kit/field/PasswordField'
import { TextField } from '../../kit/field/TextField'
import { Icon } from '../../kit/icons'
import { useLanguage, useText } from '../../kit/text'
import styles from './LoginPage.module.css'
import { useSignIn } from './use-sign-in'

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
          <h1 className={styles.title}>{t('session.login.title')}</h1>
          <LoginForm />
        </div>
        <VendorMark />
      </main>
    </div>
  )
}

function LoginForm() {
  const t = useText()
  const router = useRouter()
  const search = useRouterState({ select: (state) => state.location.searchStr })
  const password = useRef<HTMLInputElement>(null)
  const [account, setAccount] = useState('')
  const [secret, setSecret] = useState('')
  const signingIn = useSignIn()
  const missing = account.trim() === '' || secret === '' ? t('session.login.missing') : null
  const end = lastSessionEnd()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (missing !== null || signingIn.isPending) return
    const problem = await signingIn.attempt({ account: account.trim(), password: secret })
    if (problem === null) return router.history.replace(nextAfterLogin(search))
    // First the focus, then the window: closing the window gives the focus back to where it was.
    password.current?.focus()
    password.current?.select()
    reportFailure(problem)
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {end !== null && signingIn.problem === null && (
        <p className={styles.notice} role="status">
          {t(end === 'ended' ? 'session.login.ended' : 'session.login.signedOut')}
        </p>
      )}
      <TextField
        label={t('session.login.account')}
        value={account}
        onChange={setAccount}
        autoComplete="username"
        name="account"
        required
        autoFocus
      />
      <PasswordField
        ref={password}
        label={t('session.login.password')}
        value={secret}
        onChange={setSecret}
        name="password"
        required
      />
      <p className={styles.error} role="alert">
        {signingIn.problem !== null && (
          <>
            <Icon name="alert" />
            {signingIn.problem.status === 0 ? t('session.login.noAnswer') : signingIn.problem.message}
          </>
        )}
      </p>
      <Button
        type="submit"
        variant="primary"
        fullWidth
        loading={signingIn.isPending}
        disabledReason={missing}
      >
        {t('session.login.submit')}
      </Button>
    </form>
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
      <select value={language} onChange={(event) => void chooseLanguage(event.currentTarget.value)}>
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
