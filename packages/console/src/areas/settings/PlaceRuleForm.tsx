import type { PlaceSetting } from '@coldkeep/contract/wire/setting'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { ReactNode } from 'react'
import editor from '../../archetypes/editor/editor.module.css'
import { Button } from '../../kit/Button'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { LeaveDialog } from '../../kit/dialog/LeaveDialog'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useText } from '../../kit/text'
import styles from './settings.module.css'
import type { usePlaceWriting } from './use-place-writing'

/** The rule of a place as a form gets it. */
export interface PlaceRule<Setting extends PlaceSetting<object>> {
  /** As it was read; `null` before that. */
  readonly setting: Setting | null
  readonly place: { readonly departmentId: DepartmentId | null; readonly storeId: StoreId | null }
  /** Another place is chosen than the one that was read. */
  readonly isElsewhere: boolean
}

/** Why nothing can be changed yet, in words; `null` once the rule of the chosen place was read. */
export function useUnread({ setting, isElsewhere }: PlaceRule<PlaceSetting<object>>): string | null {
  const t = useText()
  if (setting === null) return t('lossRules.readFirst')
  return isElsewhere ? t('lossRules.readAgain') : null
}

export interface PlaceRuleFormProps {
  readonly rule: PlaceRule<PlaceSetting<object>>
  readonly label: string
  readonly writing: Pick<
    ReturnType<typeof usePlaceWriting>,
    'isSaving' | 'isRemoving' | 'isConflict' | 'isConfirming' | 'setConfirming'
  >
  readonly isChanged: boolean
  /** Why what was typed cannot be saved, in words. */
  readonly fault?: string | null
  readonly onSave: () => void
  readonly onRemove: (revision: number) => void
  /** What will hold once the place is left to what is above, in a sentence. */
  readonly backText: string | null
  /** Between what is typed and the buttons. */
  readonly preview?: ReactNode
  /** Further buttons. */
  readonly more?: ReactNode
  readonly children: ReactNode
}

/** What is chosen for a place, saved for it or left to what is above. */
export function PlaceRuleForm(props: PlaceRuleFormProps) {
  const { rule, label, writing, isChanged, fault = null, onSave, onRemove, backText, children } = props
  const t = useText()
  const unread = useUnread(rule)
  const revision = rule.setting?.revision ?? null
  return (
    <Form
      className={styles.fields}
      onSubmit={() => unread === null && isChanged && onSave()}
      aria-label={label}
    >
      {writing.isConflict && (
        <p role="status" className={editor.changedNote}>
          {t('kit.present.note')}
        </p>
      )}
      {children}
      <p role="status">{rule.isElsewhere && unread}</p>
      {props.preview}
      <div className={styles.buttons}>
        <SubmitButton
          busy={writing.isSaving}
          missing={unread ?? (isChanged ? fault : t('lossRules.unsaved'))}
        >
          {t('shell.words.save')}
        </SubmitButton>
        <Button
          disabledReason={unread ?? (revision === null ? t('lossRules.backNone') : null)}
          onClick={() => writing.setConfirming(true)}
        >
          {t('lossRules.back')}
        </Button>
        {props.more}
      </div>
      <ConfirmDialog
        opened={writing.isConfirming}
        busy={writing.isRemoving}
        title={t('lossRules.backTitle')}
        action={t('lossRules.back')}
        onCancel={() => writing.setConfirming(false)}
        onConfirm={() => revision !== null && onRemove(revision)}
      >
        {backText}
      </ConfirmDialog>
      <LeaveDialog isUnsaved={isChanged && !writing.isSaving} />
    </Form>
  )
}
