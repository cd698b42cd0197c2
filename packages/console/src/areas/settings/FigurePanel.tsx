import { getFigureSettings } from '@coldkeep/contract/areas/figures'
import { type FigureGroup, figureGroupKeys } from '@coldkeep/domain/analysis/figures'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import { FigureForm } from './FigureForm'
import { useFigureWords } from './figure-words'
import { PlacePanel, useChosenPlace } from './PlacePanel'

/** The figures of our own choice, one group after the other. */
export function FigurePanel() {
  const t = useText()
  const { group: groupWords } = useFigureWords()
  const chosen = useChosenPlace()
  const [group, setGroup] = useState<FigureGroup>(figureGroupKeys[0])
  const answer = useCall(getFigureSettings, chosen.input, { staleMs: 0 })
  const setting = answer.data?.settings.find(({ figureGroup }) => figureGroup === group) ?? null
  const title =
    setting === null
      ? t('figures.title')
      : t('figures.titleOf', { group: groupWords(group), place: setting.name })
  return (
    <PlacePanel chosen={chosen} answer={answer} title={title}>
      <SelectField
        label={t('figures.group')}
        value={group}
        choices={figureGroupKeys.map((key) => ({ value: key, label: groupWords(key) }))}
        onChange={(key) => setGroup(figureGroupKeys.find((one) => one === key) ?? group)}
      />
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
