import {
  addBulletinCategory,
  type BulletinCategory,
  changeBulletinCategory,
  listBulletinCategories,
  removeBulletinCategory,
} from '@coldkeep/contract/areas/bulletin-categories'
import type { BulletinCategoryId } from '@coldkeep/domain/ids'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import { useWhyNot } from '../../site/use-why-not'
import styles from './bulletins.module.css'
import { CategoryDialog } from './CategoryDialog'

export interface CategoryStepProps {
  readonly value: BulletinCategoryId | null
  readonly onChange: (id: BulletinCategoryId | null) => void
}

/** The category of a message, from a list that is kept here as well. */
export function CategoryStep({ value, onChange }: CategoryStepProps) {
  const t = useText()
  const whyNot = useWhyNot()
  const [doing, setDoing] = useState<'add' | 'change' | 'remove' | null>(null)
  const list = useCall(listBulletinCategories, {})
  const categories = list.data?.categories ?? []
  const chosen = categories.find(({ id }) => id === value) ?? null
  const close = () => setDoing(null)
  const reason = (call: Parameters<typeof whyNot>[0]) => {
    if (chosen === null) return `${t('bulletins.categoryLabel')}: ${t('bulletins.required')}`
    return chosen.canEdit ? whyNot(call) : t('bulletins.categoryOf', { department: chosen.owner?.name ?? '' })
  }
  return (
    <div className={styles.category}>
      <SelectField
        label={t('bulletins.categoryLabel')}
        required
        loading={list.isLoading}
        value={chosen === null ? null : String(chosen.id)}
        choices={categories.map(({ id, title }) => ({ value: String(id), label: title }))}
        onChange={(next) => onChange(categories.find(({ id }) => String(id) === next)?.id ?? null)}
      />
      <div className={styles.buttons}>
        <Button icon="plus" disabledReason={whyNot(addBulletinCategory)} onClick={() => setDoing('add')}>
          {t('bulletins.categoryAdd')}
        </Button>
        <Button
          icon="edit"
          disabledReason={reason(changeBulletinCategory)}
          onClick={() => setDoing('change')}
        >
          {t('bulletins.categoryChange')}
        </Button>
        <Button
          icon="remove"
          disabledReason={reason(removeBulletinCategory)}
          onClick={() => setDoing('remove')}
        >
          {t('bulletins.categoryRemove')}
        </Button>
      </div>
      {doing === 'add' && (
        <CategoryDialog
          of={null}
          onDone={({ id }) => {
            onChange(id)
            close()
          }}
          onClose={close}
        />
      )}
      {doing === 'change' && chosen !== null && <CategoryDialog of={chosen} onDone={close} onClose={close} />}
      {doing === 'remove' && chosen !== null && (
        <RemoveQuestion of={chosen} onDone={() => onChange(null)} onClose={close} />
      )}
    </div>
  )
}

interface RemoveQuestionProps {
  readonly of: BulletinCategory
  readonly onDone: () => void
  readonly onClose: () => void
}

function RemoveQuestion({ of: { id, revision, title }, onDone, onClose }: RemoveQuestionProps) {
  const t = useText()
  return (
    <ConfirmAndSend
      call={removeBulletinCategory}
      destructive
      title={t('bulletins.categoryDrop', { title })}
      action={t('bulletins.categoryRemove')}
      input={{ query: { id, revision } }}
      invalidates={[listBulletinCategories]}
      onDone={() => {
        onDone()
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t('bulletins.categoryStays')}</p>
    </ConfirmAndSend>
  )
}
