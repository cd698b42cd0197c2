import type { SettingSource } from '@coldkeep/contract/wire/setting'
import { useText } from '../../kit/text'

/** Where an inherited value comes from. */
export function useSourceWords(): (source: SettingSource) => string {
  const t = useText()
  return ({ scope, name }) =>
    scope === 'above' || scope === 'default'
      ? t(`lossRules.comesFrom.${scope}`)
      : t('lossRules.comesFrom.department', { name: name ?? '' })
}
