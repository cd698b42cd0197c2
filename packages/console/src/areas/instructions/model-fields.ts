import type { listDeviceModels } from '@coldkeep/contract/areas/poll-commands'
import type { Answer } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import type { DraftValues, EditorField } from '../../archetypes/editor/editor-field'

export type KnownModels = Pick<Answer<typeof listDeviceModels>, 'brands' | 'models'>

/** Of a row in its form: whose it is, and whether the model is to be made with it. */
export interface OfModel {
  readonly brand: string
  readonly model: string
  readonly isNewModel: boolean
}

/** Brand and model come first in the row that the service takes. */
export const modelFields = (
  t: Translate,
  { brands, models }: KnownModels,
): readonly EditorField<Pick<OfModel, 'brand' | 'model'>>[] => [
  {
    key: 'brand',
    label: t('instructions.brand'),
    kind: 'text',
    suggestions: brands,
    position: 0,
  },
  {
    key: 'model',
    label: t('instructions.model'),
    kind: 'text',
    suggestions: ({ brand }) => models[brand?.trim() ?? ''] ?? [],
    position: 1,
  },
]

/** Stands last: a pasted row says it behind its other cells. */
export const newModelField = (t: Translate): EditorField<Pick<OfModel, 'isNewModel'>> => ({
  key: 'isNewModel',
  label: t('instructions.isNewModel'),
  kind: 'check',
  help: t('instructions.isNewModelHelp'),
})

/** A model that is not known is only made where that is said. `null` while it is not known which there are. */
export function checkModel(
  { brand, model, isNewModel }: DraftValues<OfModel>,
  known: KnownModels | null,
  t: Translate,
): Readonly<Record<string, string>> {
  const [modelName, of] = [model?.trim() ?? '', brand?.trim() ?? '']
  if (known === null || isNewModel === true || modelName === '' || of === '') return {}
  return known.models[of]?.includes(modelName) === true ? {} : { model: t('instructions.unknownModel') }
}
