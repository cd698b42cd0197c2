import {
  type addBulletinCategory,
  type BulletinCategory,
  type changeBulletinCategory,
  listBulletinCategories,
} from '@coldkeep/contract/areas/bulletin-categories'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { TextField } from '../../kit/field/TextField'
import { useText } from '../../kit/text'
import { addCategoryRules, changeCategoryRules } from './category-form'

export interface CategoryDialogProps {
  /** `null`: a new one. */
  readonly of: BulletinCategory | null
  readonly onDone: (category: BulletinCategory) => void
  readonly onClose: () => void
}

/** The name of a category, new or changed. */
export function CategoryDialog({ of, onDone, onClose }: CategoryDialogProps) {
  return of === null ? (
    <NewCategory onDone={onDone} onClose={onClose} />
  ) : (
    <ChangedCategory of={of} onDone={onDone} onClose={onClose} />
  )
}

type DialogProps = Omit<CategoryDialogProps, 'of'>

function NewCategory({ onDone, onClose }: DialogProps) {
  const t = useText()
  const form = useSendForm<typeof addBulletinCategory, { readonly title: string }>({
    ...addCategoryRules(t),
    ...{ initial: { title: '' }, invalidates: [listBulletinCategories], onDone },
  })
  return (
    <FormModal
      opened
      title={t('bulletins.categoryNew')}
      submitLabel={t('bulletins.categoryAdd')}
      onClose={onClose}
      {...form.window}
    >
      <TextField {...form.field('title')} />
    </FormModal>
  )
}

function ChangedCategory({ of, onDone, onClose }: DialogProps & { readonly of: BulletinCategory }) {
  const t = useText()
  const form = useSendForm<typeof changeBulletinCategory, { readonly title: string }>({
    ...changeCategoryRules(of, t),
    ...{ initial: { title: of.title }, invalidates: [listBulletinCategories], onDone },
  })
  return (
    <FormModal
      opened
      title={t('bulletins.categoryRename')}
      submitLabel={t('bulletins.categoryChange')}
      onClose={onClose}
      {...form.window}
    >
      <TextField {...form.field('title')} />
    </FormModal>
  )
}
