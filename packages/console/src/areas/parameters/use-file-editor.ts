import { changeProfile } from '@coldkeep/contract/areas/parameters'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { isRowChanged } from '../../api/call-problem'
import { markStale } from '../../api/mark-stale'
import { useSend } from '../../api/use-call'
import { dropDraft, keepDraft, readDraft } from '../../archetypes/stored-draft'
import { showToast } from '../../kit/Toast'
import { useLanguage, useText } from '../../kit/text'
import {
  type DraftValue,
  draftOf,
  type FileDetail,
  type FileDraft,
  faultsOfDraft,
  isSameDraft,
  refusedCodes,
  valuesOf,
} from './file-draft'
import { fileReads } from './file-form'

interface Edits {
  readonly draft: FileDraft
  /** The version that they were begun from. */
  readonly from: number
  readonly note: string
}

/** What is being changed of a parameter file; it is kept in this tab until it is saved or thrown away. */
export function useFileEditor(detail: FileDetail) {
  const t = useText()
  const language = useLanguage()
  const { profile, parameters } = detail
  const draftName = `parameter-file.${profile.id}`
  const [edits, setEdits] = useState<Edits | null>(() => readDraft<Edits>(draftName)?.content ?? null)
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const saved = useMemo(() => draftOf(detail), [detail])
  const draft = edits?.draft ?? saved
  const isDirty = edits !== null && (edits.note !== '' || !isSameDraft(draft, saved, parameters))
  const found = useMemo(() => faultsOfDraft(draft, detail, language, t), [draft, detail, language, t])
  const faults = useMemo(() => new Map([...refused, ...found]), [refused, found])

  const edit = useCallback(
    (change: (before: FileDraft) => FileDraft) =>
      setEdits((before) => ({
        note: before?.note ?? '',
        from: before?.from ?? profile.version,
        draft: change(before?.draft ?? saved),
      })),
    [saved, profile.version],
  )
  const setValue = useCallback(
    (code: string, value: DraftValue) => {
      setRefused((before) =>
        before.has(code) ? new Map([...before].filter(([key]) => key !== code)) : before,
      )
      edit((before) => ({ ...before, values: { ...before.values, [code]: value } }))
    },
    [edit],
  )
  const discard = useCallback(() => {
    dropDraft(draftName)
    setRefused(new Map())
    setEdits(null)
  }, [draftName])

  useEffect(() => {
    if (isDirty) keepDraft(draftName, edits)
    else dropDraft(draftName)
  }, [isDirty, edits, draftName])

  const sending = useSend(changeProfile, {
    invalidates: fileReads,
    showsPresent: true,
    onDone: ({ version }) => {
      discard()
      showToast(t('parameters.editor.saved', { version }))
    },
  })
  const save = () => {
    if (sending.isPending) return
    const values = valuesOf(draft, parameters)
    const { values: _, ...matched } = draft
    const body = {
      ...{ id: profile.id, revision: profile.revision, note: edits?.note.trim() ?? '' },
      ...matched,
      values: [...values],
    }
    sending.mutate(
      { body },
      {
        onError: (problem) => {
          // what is there now comes with the next reading
          if (isRowChanged(problem)) markStale(fileReads)
          setRefused(new Map(refusedCodes(problem.fields, values).map((code) => [code, problem.message])))
        },
      },
    )
  }
  return {
    draft,
    note: edits?.note ?? '',
    setNote: (note: string) => setEdits({ note, from: edits?.from ?? profile.version, draft }),
    edit,
    setValue,
    discard,
    save,
    faults,
    isDirty,
    isSaving: sending.isPending,
    /** Someone else saved it since the edits were begun. */
    isOvertaken: isDirty && edits.from !== profile.version,
  }
}
