import { SelectField } from '../../kit/field/SelectField'
import { useLanguage, useText } from '../../kit/text'
import { themes, useTheme } from '../../kit/theme'
import frame from '../../parts/page.module.css'
import { useConfig } from '../../site/config'
import { keepPreference } from '../../site/keep-preference'
import { chooseLanguage } from '../../site/language'
import styles from './account.module.css'
import { Card } from './Card'

/** Language and look; a choice holds at once. */
export function PreferencesCard() {
  const t = useText()
  const { languages } = useConfig()
  const language = useLanguage()
  const { chosen, choose } = useTheme()
  const words = {
    light: t('shell.bar.themeLight'),
    dark: t('shell.bar.themeDark'),
    auto: t('shell.bar.themeSystem'),
  }
  return (
    <Card title={t('account.preferences')}>
      <div className={styles.form}>
        <SelectField
          label={t('shell.bar.language')}
          value={language}
          choices={languages.map(({ title, value }) => ({ value, label: title }))}
          onChange={(next) => {
            if (next === null) return
            void chooseLanguage(next)
            keepPreference({ language: next })
          }}
        />
        <SelectField
          label={t('shell.bar.theme')}
          value={chosen}
          choices={themes.map((theme) => ({ value: theme, label: words[theme] }))}
          onChange={(next) => {
            const theme = themes.find((one) => one === next)
            if (theme === undefined) return
            choose(theme)
            keepPreference({ theme })
          }}
        />
      </div>
      <p className={frame.note}>{t('account.preferencesNote')}</p>
    </Card>
  )
}
