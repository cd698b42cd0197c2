import { getProfile, type Profile, updateCompany, updateProfile } from '@coldkeep/contract/areas/account'
import { formatInstant, NO_VALUE } from '@coldkeep/phrases/format'
import { useCallback, useMemo } from 'react'
import { isRowChanged } from '../../api/call-problem'
import { markStale } from '../../api/mark-stale'
import { useSend } from '../../api/use-call'
import { issuesOf, limitsOfCall } from '../../archetypes/editor/call-rules'
import { departmentChoices } from '../../archetypes/editor/department-choices'
import { EditorFormFields } from '../../archetypes/editor/EditorFormFields'
import { type EditorField, type PlainValues, plainFields } from '../../archetypes/editor/editor-field'
import { faultsOfRefusal } from '../../archetypes/editor/field-faults'
import { rowCall } from '../../archetypes/editor/row-call'
import { useEditorForm } from '../../archetypes/editor/use-editor-form'
import { usePresentRow } from '../../archetypes/editor/use-present-row'
import { LeaveDialog } from '../../kit/dialog/LeaveDialog'
import { Form, SubmitButton } from '../../kit/form/Form'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { Fact } from '../../parts/Fact'
import frame from '../../parts/page.module.css'
import { mayCall, renameSession, useSession } from '../../site/session'
import styles from './account.module.css'
import { Card } from './Card'

type Draft = Pick<Profile, 'name' | 'departmentId' | 'title' | 'mobile' | 'phone'>

const limits = limitsOfCall(updateProfile)

const noFaults = () => ({})

/** The own account: what others maintain of it, and a form for what its owner maintains. */
export function ProfileCard({ profile, onSaved }: { profile: Profile; onSaved: () => void }) {
  const t = useText()
  // who sets rights may move, within what they see
  const mayMove = mayCall(updateCompany, useSession())
  return (
    <Card title={t('account.profile')}>
      <dl className={frame.facts}>
        <Fact name={t('account.login')}>{profile.login}</Fact>
        {!mayMove && <Fact name={t('account.department')}>{profile.department}</Fact>}
        <Fact name={t('account.email')}>{profile.email || NO_VALUE}</Fact>
        <Fact name={t('account.registered')}>{formatInstant(profile.registeredAt)}</Fact>
      </dl>
      <ProfileForm profile={profile} mayMove={mayMove} onSaved={onSaved} />
    </Card>
  )
}

interface ProfileFormProps {
  readonly profile: Profile
  readonly mayMove: boolean
  readonly onSaved: () => void
}

function ProfileForm({ profile, mayMove, onSaved }: ProfileFormProps) {
  const t = useText()
  const fields = useMemo(
    () =>
      plainFields<Draft>([
        { key: 'name', label: t('account.name'), kind: 'text' },
        {
          key: 'departmentId',
          label: t('account.department'),
          kind: 'choice',
          choices: departmentChoices(),
          isShown: () => mayMove,
        },
        { key: 'title', label: t('account.title'), kind: 'text' },
        { key: 'mobile', label: t('account.mobile'), kind: 'tel' },
        { key: 'phone', label: t('account.phone'), kind: 'tel' },
      ] satisfies EditorField<Draft>[]),
    [t, mayMove],
  )
  const { name, departmentId, title, mobile, phone, revision } = profile
  const present = useMemo(
    () => ({ name, departmentId, title, mobile, phone }),
    [name, departmentId, title, mobile, phone],
  )
  const write = useMemo(
    () =>
      rowCall(updateProfile, (values: PlainValues) => ({
        body: { ...(values as unknown as Draft), revision },
      })),
    [revision],
  )
  const issuesOfValues = useCallback(
    (values: PlainValues) => issuesOf(write.call, write.inputOf(values)),
    [write],
  )
  const form = useEditorForm({ fields, initial: present, issuesOfValues, check: noFaults })
  const { changed } = usePresentRow({ fields, present, values: form.values, onMerge: form.merge })
  const saving = useSend(updateProfile, {
    invalidates: [getProfile],
    showsPresent: true,
    onDone: (saved) => {
      renameSession(saved.name)
      showToast(t('shell.words.profileSaved'))
      onSaved()
    },
  })
  const isChanged = !saving.isPending && Object.keys(changed).length > 0

  const submit = (values: PlainValues) => {
    if (!form.isDirty || saving.isPending) return
    saving.mutate(write.inputOf(values) as Parameters<typeof saving.mutate>[0], {
      onError: (problem) => {
        form.refuse(faultsOfRefusal(problem.fields, fields, t))
        if (isRowChanged(problem)) markStale([getProfile])
      },
    })
  }
  return (
    <Form className={styles.form} onSubmit={() => form.submit(submit)}>
      {isChanged && (
        <p role="status" className={`${frame.note} ${styles.whole}`}>
          {t('kit.present.note')}
        </p>
      )}
      <EditorFormFields
        fields={fields}
        values={form.values}
        errors={form.errors}
        required={form.required}
        limits={limits}
        changed={isChanged ? changed : {}}
        onChange={form.change}
        onLeave={form.leave}
      />
      <div className={styles.foot} data-no-print>
        <SubmitButton
          busy={saving.isPending}
          missing={form.missing ?? (form.isDirty ? null : t('account.nothingChanged'))}
        >
          {t('shell.words.save')}
        </SubmitButton>
      </div>
      <LeaveDialog isUnsaved={form.isDirty && !saving.isPending} />
    </Form>
  )
}
