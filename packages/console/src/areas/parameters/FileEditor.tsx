import { addProfile, listParameterKinds, readProfile } from '@coldkeep/contract/areas/parameters'
import type { ParameterProfileId } from '@coldkeep/domain/ids'
import { profileKinds } from '@coldkeep/domain/parameters/profile'
import { formatInstant } from '@coldkeep/phrases/format'
import { Suspense, useId, useState } from 'react'
import { serviceText } from '../../api/call-problem'
import { useCall } from '../../api/use-call'
import { lockedByOwner } from '../../archetypes/editor/owned-rows'
import { Button } from '../../kit/Button'
import { LeaveDialog } from '../../kit/dialog/LeaveDialog'
import { SelectField } from '../../kit/field/SelectField'
import { TextField } from '../../kit/field/TextField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { LoadFailure } from '../../kit/LoadFailure'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { StatusTag } from '../../kit/StatusTag'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { useWhyNot } from '../../site/use-why-not'
import { FirmwareFields } from './FirmwareFields'
import { FridgeFields } from './FridgeFields'
import { type DraftValue, type FileDetail, valuesOf } from './file-draft'
import type { OtherSide } from './parameter-answers'
import styles from './parameters.module.css'
import { useFileEditor } from './use-file-editor'
import type { FridgeChoices } from './use-fridge'
import { ValueTable } from './ValueTable'

const VersionTable = lazily(() => import('./VersionTable'), 'VersionTable')
const CompareDialog = lazily(() => import('./CompareDialog'), 'CompareDialog')
const FileDialog = lazily(() => import('./FileDialog'), 'FileDialog')

const LONGEST_NAME = 80
const LONGEST_NOTE = 200

export interface FileEditorProps {
  readonly id: ParameterProfileId
  readonly choices: FridgeChoices
}

/** One parameter file: what it sets, for which fridges, and how it came about. */
export function FileEditor({ id, choices }: FileEditorProps) {
  const answer = useCall(readProfile, { query: { id, version: undefined } }, { quiet: true })
  if (answer.data !== undefined) return <Editor detail={answer.data} choices={choices} />
  if (answer.isError)
    return <LoadFailure words={serviceText(answer.error)} onRetry={() => void answer.refetch()} />
  return <Skeleton height={320} />
}

function Editor({ detail, choices }: { readonly detail: FileDetail; readonly choices: FridgeChoices }) {
  const t = useText()
  const heading = useId()
  const [, changeAddress] = useAddress()
  const [compared, setCompared] = useState<OtherSide | null>(null)
  const [isSavingAs, setSavingAs] = useState(false)
  const whyNot = useWhyNot()
  const kinds = useCall(listParameterKinds, {}).data ?? []
  const editor = useFileEditor(detail)
  const { draft, faults, isDirty, edit, setValue } = editor
  const { profile, parameters, versions } = detail
  const lockReason = lockedByOwner(profile, t)
  const isReadOnly = lockReason !== null
  const values = valuesOf(draft, parameters)
  const newest = versions.find(({ version }) => version === profile.version)
  const isNamed = draft.name.trim() !== ''
  const missing = !isDirty
    ? t('parameters.editor.unchanged')
    : faults.size > 0
      ? t('parameters.editor.check', { count: faults.size })
      : isNamed
        ? null
        : t('kit.field.missing', { fields: t('parameters.files.name') })
  const takeOver = (taken: ReadonlyMap<string, DraftValue>) => {
    edit((before) => ({ ...before, values: { ...before.values, ...Object.fromEntries(taken) } }))
    setCompared(null)
    showToast(t('parameters.compare.taken', { count: taken.size }))
  }
  return (
    <>
      <Form
        className={frame.card}
        aria-labelledby={heading}
        onSubmit={() => {
          if (missing === null) editor.save()
        }}
      >
        <header className={styles.head}>
          <div>
            <h3 id={heading} className={styles.title}>
              {t('parameters.editor.of', { name: profile.name })}
            </h3>
            <span className={styles.sub}>
              {[
                `${profile.model.brand} ${profile.model.name}`,
                t('parameters.files.versionNo', { version: profile.version }),
                profile.savedBy,
                formatInstant(profile.savedAt),
                t('parameters.editor.set', { set: values.length, all: parameters.length }),
              ].join(' · ')}
            </span>
          </div>
          <div className={frame.buttons} data-no-print>
            {isDirty && <StatusTag status="waiting" icon="edit" word={t('parameters.editor.unsaved')} />}
            <Button size="small" icon="device" onClick={() => setCompared({ kind: 'device', id: null })}>
              {t('parameters.editor.fill')}
            </Button>
            <Button
              size="small"
              icon="send"
              disabledReason={isDirty ? t('parameters.apply.saveFirst') : whyNot(addProfile)}
              onClick={() => changeAddress({ tab: 'changes', plan: String(profile.id), page: undefined })}
            >
              {t('parameters.apply.toDevices')}
            </Button>
            <Button size="small" onClick={() => setCompared({ kind: 'version', id: null })}>
              {t('parameters.editor.compare')}
            </Button>
          </div>
        </header>
        {lockReason !== null && (
          <p className={styles.changed} role="status">
            <StatusTag status="locked" word={lockReason} />
          </p>
        )}
        {editor.isOvertaken && (
          <div className={styles.changed} role="status">
            {t('parameters.editor.overtaken', { name: newest?.savedBy ?? '', version: profile.version })}
            <Button size="small" onClick={() => setCompared({ kind: 'version', id: profile.version })}>
              {t('parameters.versions.compare')}
            </Button>
          </div>
        )}
        <div className={styles.fields}>
          <TextField
            label={t('parameters.files.name')}
            required
            disabled={isReadOnly}
            maxLength={LONGEST_NAME}
            value={draft.name}
            error={isNamed ? null : t('kit.field.required')}
            onChange={(name) => edit((before) => ({ ...before, name }))}
          />
          <SelectField
            label={t('parameters.files.kind')}
            disabled={isReadOnly}
            value={draft.kind}
            choices={kinds.map((one) => ({ value: one.id, label: one.title }))}
            onChange={(next) => {
              const kind = profileKinds.find((one) => one === next)
              if (kind !== undefined) edit((before) => ({ ...before, kind }))
            }}
          />
          <FridgeFields
            values={draft}
            choices={choices}
            disabled={isReadOnly}
            onChange={(changed) => edit((before) => ({ ...before, ...changed }))}
          />
          {detail.saysFirmware && (
            <FirmwareFields
              values={draft}
              disabled={isReadOnly}
              onChange={(changed) => edit((before) => ({ ...before, ...changed }))}
            />
          )}
        </div>
        <p className={frame.note}>{t('parameters.editor.lockHelp')}</p>
        <ValueTable
          detail={detail}
          draft={draft}
          faults={faults}
          isReadOnly={isReadOnly}
          onChange={setValue}
        />
        {!isReadOnly && (
          <div className={styles.foot} data-no-print>
            <TextField
              label={t('parameters.editor.note')}
              maxLength={LONGEST_NOTE}
              value={editor.note}
              onChange={editor.setNote}
            />
            <div className={frame.buttons}>
              <Button
                disabledReason={isDirty ? null : t('parameters.editor.unchanged')}
                onClick={editor.discard}
              >
                {t('parameters.editor.discard')}
              </Button>
              <Button
                disabledReason={
                  whyNot(addProfile) ?? (profile.devices === null ? null : t('parameters.files.noCopy'))
                }
                onClick={() => setSavingAs(true)}
              >
                {t('parameters.editor.saveAs')}
              </Button>
              <SubmitButton missing={missing} busy={editor.isSaving}>
                {t('parameters.editor.save')}
              </SubmitButton>
            </div>
          </div>
        )}
      </Form>
      <Suspense fallback={<Skeleton height={120} />}>
        <VersionTable
          detail={detail}
          onCompare={(version) => setCompared({ kind: 'version', id: version })}
        />
      </Suspense>
      <LeaveDialog isUnsaved={isDirty} onLeave={editor.discard} />
      <Suspense>
        {compared !== null && (
          <CompareDialog
            detail={detail}
            draft={draft}
            first={compared}
            notTaken={lockReason}
            onTake={takeOver}
            onClose={() => setCompared(null)}
          />
        )}
        {isSavingAs && (
          <FileDialog
            title={t('parameters.editor.saveAsTitle', { name: profile.name })}
            from={{ profile: { ...profile, ...matchOf(draft) }, values }}
            choices={choices}
            chosen={{ brand: null, type: null, location: null }}
            onDone={(id) => {
              editor.discard()
              setSavingAs(false)
              changeAddress({ file: String(id) })
            }}
            onClose={() => setSavingAs(false)}
          />
        )}
      </Suspense>
    </>
  )
}

function matchOf({
  kind,
  fridgeBrandId,
  fridgeTypeId,
  fridgeLocationId,
  firmwareFrom,
  firmwareTo,
}: ReturnType<typeof useFileEditor>['draft']) {
  return { kind, fridgeBrandId, fridgeTypeId, fridgeLocationId, firmwareFrom, firmwareTo }
}
