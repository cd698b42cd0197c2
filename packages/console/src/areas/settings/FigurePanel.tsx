import { getFigureSettings } from '@coldkeep/contract/areas/figures'
import { figureGroupKeys } from '@coldkeep/domain/analysis/figures'
import { useCall } from '../../api/use-call'
import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import { FigureForm } from './FigureForm'
import { useFigureWords } from './figure-words'
import { PlacePanel, useChosenPlace } from './PlacePanel'
import styles from './settings.module.css'

/** The figures of our own choice, one group after the other. */
export function FigurePanel() {
  const t = useText()
  const { group: groupWords } = useFigureWords()
  const chosen = useChosenPlace()
  const [first] = figureGroupKeys
  const [{ group: named }, changeAddress] = useAddress()
  const group = figureGroupKeys.find((one) => one === named) ?? first
  const answer = useCall(getFigureSettings, chosen.input, { staleMs: 0 })
  const setting = answer.data?.settings.find(({ figureGroup }) => figureGroup === group) ?? null
  const title =
    setting === null
      ? t('settings.figures.title')
      : t('settings.figures.titleOf', { group: groupWords(group), place: setting.name })
  return (
    <PlacePanel chosen={chosen} answer={answer} title={title}>
      <div className={styles.numbers}>
        <SelectField
          label={t('settings.figures.group')}
          value={group}
          choices={figureGroupKeys.map((key) => ({ value: key, label: groupWords(key) }))}
          onChange={(key) => changeAddress({ group: key === null || key === first ? undefined : key })}
        />
      </div>
      <FigureForm
        key={`${chosen.key}/${group}`}
        group={group}
        setting={setting}
        place={chosen.place}
        isElsewhere={setting !== null && !chosen.isSame}
      />
    </PlacePanel>
  )
}
