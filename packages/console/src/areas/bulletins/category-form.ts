import {
  addBulletinCategory,
  type BulletinCategory,
  changeBulletinCategory,
} from '@coldkeep/contract/areas/bulletin-categories'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'

interface CategoryDraft {
  readonly title: string
}

export function addCategoryRules(t: Translate): CallRules<typeof addBulletinCategory, CategoryDraft> {
  return {
    call: addBulletinCategory,
    labels: { title: t('bulletins.categoryTitle') },
    inputOf: ({ title }) => ({ body: { title } }),
  }
}

export function changeCategoryRules(
  { id, revision }: Pick<BulletinCategory, 'id' | 'revision'>,
  t: Translate,
): CallRules<typeof changeBulletinCategory, CategoryDraft> {
  return {
    call: changeBulletinCategory,
    labels: { title: t('bulletins.categoryTitle') },
    inputOf: ({ title }) => ({ body: { id, revision, title } }),
  }
}
