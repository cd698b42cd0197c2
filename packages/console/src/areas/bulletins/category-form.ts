import {
  addBulletinCategory,
  type BulletinCategory,
  changeBulletinCategory,
} from '@coldkeep/contract/areas/bulletin-categories'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'

export interface CategoryDraft {
  readonly title: string
}

type CategoryRules =
  | CallRules<typeof addBulletinCategory, CategoryDraft>
  | CallRules<typeof changeBulletinCategory, CategoryDraft>

/** The name of a category. @param of which one; `null`: a new one */
export function categoryRules(
  of: Pick<BulletinCategory, 'id' | 'revision'> | null,
  t: Translate,
): CategoryRules {
  const labels = { title: t('bulletins.categoryTitle') }
  if (of === null) return { call: addBulletinCategory, labels, inputOf: ({ title }) => ({ body: { title } }) }
  const { id, revision } = of
  const inputOf = ({ title }: CategoryDraft) => ({ body: { id, revision, title } })
  return { call: changeBulletinCategory, labels, inputOf }
}
