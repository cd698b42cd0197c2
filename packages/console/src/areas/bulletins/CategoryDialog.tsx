import {
  type addBulletinCategory,
  type BulletinCategory,
  listBulletinCategories,
} from '@coldkeep/contract/areas/bulletin-categories'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { TextField } from '../../kit/field/TextField'
import { useText } from '../../kit/text'
import { type CategoryDraft, categoryRules } from './category-form'

export interface CategoryDialogProps {
  /** `null`: a new one. */
  readonly of: BulletinCategory | null
  readonly onDone: (category: BulletinCategory) => void
  readonly onClose: () => void
}

/** The name of a category, new or changed. */
export function CategoryDialog({ of, onDone, onClose }: CategoryDialogProps) {
  const t = useText()
  const form = useSendForm({
    ...(categoryRules(of, t) as CallRules<typeof addBulletinCategory, CategoryDraft>),
    ...{ initial: { title: of?.title ?? '' }, invalidates: [listBulletinCategories], onDone },
  })
  return (
    <FormModal
      opened
      title={t(of === null ? 'bulletins.categoryNew' : 'bulletins.categoryRename')}
      submitLabel={t(of === null ? 'bulletins.categoryAdd' : 'bulletins.categoryChange')}
      onClose={onClose}
      {...form.window}
    >
      <TextField {...form.field('title')} />
    </FormModal>
  )
}
