import {
  MAX_DEPARTMENT_FILE_BYTES,
  previewDepartments,
  updateDepartments,
} from '@coldkeep/contract/areas/departments'
import { useState } from 'react'
import { isRowChanged } from '../../api/call-problem'
import { markStale } from '../../api/mark-stale'
import { useSend } from '../../api/use-call'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { readJson } from '../../parts/read-json'
import { readTextFile } from '../../parts/read-text-file'
import { useFileFault } from '../../parts/use-file-fault'
import { isBlocked, isEmpty } from './department-changes'

/** An update file from its choice over its preview to the renewal. */
export function useDepartmentUpdate() {
  const t = useText()
  const wordsOf = useFileFault(MAX_DEPARTMENT_FILE_BYTES)
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [document, setDocument] = useState<unknown>(null)
  const [isOutdated, setOutdated] = useState(false)
  const previewing = useSend(previewDepartments)
  const renewing = useSend(updateDepartments, { showsPresent: true })
  const preview = previewing.data ?? null

  const choose = async (chosen: File | null) => {
    setFile(chosen)
    setFault(null)
    setOutdated(false)
    previewing.reset()
    if (chosen === null) return
    const read = await readTextFile(chosen, MAX_DEPARTMENT_FILE_BYTES)
    if (!read.ok) return setFault(wordsOf(read.why, chosen.size))
    const parsed = readJson(read.text)
    if (parsed.line !== null) return setFault(t('organisation.departments.notJson', { line: parsed.line }))
    setDocument(parsed.value)
    previewing.mutate({ body: { document: parsed.value, fileName: chosen.name } })
  }

  const renew = (onEnd: () => void) => {
    if (preview === null || file === null) return
    const body = { document, fileName: file.name }
    renewing.mutate(
      { body: { ...body, revision: preview.revision } },
      {
        onSuccess: () => {
          showToast(t('organisation.departments.renewed'))
          setFile(null)
          previewing.reset()
          markStale('all')
        },
        onError: (problem) => {
          if (!isRowChanged(problem)) return
          setOutdated(true)
          markStale('all')
          previewing.mutate({ body })
        },
        onSettled: onEnd,
      },
    )
  }

  return {
    file,
    fault,
    preview,
    isOutdated,
    choose,
    renew,
    missing: missing(),
    isRenewing: renewing.isPending,
  }

  function missing(): string | null {
    if (preview === null) return t('organisation.departments.chooseFirst')
    if (preview.changes === null) return t('organisation.departments.hasFaults')
    if (isEmpty(preview.changes)) return t('organisation.departments.noChange')
    return isBlocked(preview.changes) ? t('organisation.departments.isBlocked') : null
  }
}
