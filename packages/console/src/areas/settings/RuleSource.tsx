import type { PlaceSetting } from '@coldkeep/contract/wire/setting'
import { formatInstant } from '@coldkeep/phrases/format'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useSourceWords } from './use-source-words'

/** Where the rule of a place comes from, and who changed it last. */
export function RuleSource({ setting }: { setting: PlaceSetting<object> }) {
  const t = useText()
  const sourceWords = useSourceWords()
  const { revision, name, source, changedAt, changedBy } = setting
  return (
    <p className={frame.note}>
      {revision === null ? sourceWords(source) : t('lossRules.comesFrom.own', { place: name })}{' '}
      {changedAt !== null &&
        t('lossRules.changedBy', { name: changedBy ?? '', time: formatInstant(changedAt) })}
    </p>
  )
}
