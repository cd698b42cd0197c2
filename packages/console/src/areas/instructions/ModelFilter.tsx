import { listDeviceModels } from '@coldkeep/contract/areas/poll-commands'
import { useCall } from '../../api/use-call'
import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useModel } from './use-model'

/** Brand and model of which the tables are shown; the model depends on the brand. */
export function ModelFilter() {
  const t = useText()
  const { brand, model, choose } = useModel()
  const known = useCall(listDeviceModels, {}).data
  const models = brand === undefined ? [] : (known?.models[brand] ?? [])
  return (
    <div className={frame.choices}>
      <SelectField
        label={t('instructions.brand')}
        value={brand ?? null}
        clearable
        searchable
        placeholder={t('instructions.allModels')}
        choices={(known?.brands ?? []).map((name) => ({ value: name, label: name }))}
        onChange={(next) => choose(next ?? undefined)}
      />
      <SelectField
        label={t('instructions.model')}
        value={model ?? null}
        clearable
        searchable
        placeholder={t('instructions.allModels')}
        disabled={brand === undefined}
        choices={models.map((name) => ({ value: name, label: name }))}
        onChange={(next) => choose(brand, next ?? undefined)}
      />
    </div>
  )
}
