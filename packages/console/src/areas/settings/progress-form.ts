import {
  addProgressSteps,
  changeProgressSteps,
  type ProgressStep,
  type ProgressStepDraft,
  removeProgressStep,
} from '@coldkeep/contract/areas/repair-progress'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { repairPhases } from '@coldkeep/domain/repair/repair-case'
import type { Translate } from '@coldkeep/phrases/keys'
import type { EditorField } from '../../archetypes/editor/editor-field'
import { rowCall } from '../../archetypes/editor/row-call'

export const blankStep = {
  ...{ title: '', englishTitle: '', traditionalTitle: '', simplifiedTitle: '', japaneseTitle: '' },
  phase: 'open' as const,
  position: 2,
}

export const stepFields = (t: Translate): readonly EditorField<ProgressStepDraft>[] => [
  { key: 'position', label: t('settings.progress.position'), kind: 'number' },
  {
    key: 'phase',
    label: t('settings.progress.phase'),
    kind: 'choice',
    choices: repairPhases.map((value) => ({ value, label: t(`settings.progress.${value}`) })),
  },
  {
    key: 'title',
    label: t('settings.progress.name'),
    kind: 'text',
    help: t('settings.progress.nameHelp'),
    wide: true,
  },
  { key: 'englishTitle', label: t('settings.progress.en'), kind: 'text' },
  { key: 'traditionalTitle', label: t('settings.progress.zhTW'), kind: 'text' },
  { key: 'simplifiedTitle', label: t('settings.progress.zhCN'), kind: 'text' },
  { key: 'japaneseTitle', label: t('settings.progress.ja'), kind: 'text' },
]

/** How the list of a department is written. */
export function stepWrites(departmentId: DepartmentId) {
  return {
    create: rowCall(addProgressSteps, (steps: readonly ProgressStepDraft[]) => ({
      body: { departmentId, steps: [...steps] },
    })),
    update: rowCall(changeProgressSteps, ({ id, revision }: ProgressStep, draft: ProgressStepDraft) => ({
      body: { departmentId, steps: [{ ...draft, id, revision }] },
    })),
    remove: rowCall(removeProgressStep, ({ id, revision }: ProgressStep) => ({
      query: { departmentId, id, revision },
    })),
  }
}
