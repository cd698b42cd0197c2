import { importStores, MAX_STORE_FILE_BYTES, previewStores } from '@coldkeep/contract/areas/stores'
import { useState } from 'react'
import { isRowChanged } from '../../api/call-problem'
import { markStale } from '../../api/mark-stale'
import { useSend } from '../../api/use-call'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { readTextFile } from '../../parts/read-text-file'
import { useFileFault } from '../../parts/use-file-fault'

/** A table of stores from its choice over its dry run to the import. */
export function useStoreImport() {
  const t = useText()
  const wordsOf = useFileFault(MAX_STORE_FILE_BYTES)
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [csv, setCsv] = useState('')
  const [isOutdated, setOutdated] = useState(false)
  const previewing = useSend(previewStores)
  const importing = useSend(importStores, { showsPresent: true })
  const preview = previewing.data ?? null

  const choose = async (chosen: File | null) => {
    setFile(chosen)
    setFault(null)
    setOutdated(false)
    previewing.reset()
    if (chosen === null) return
    const read = await readTextFile(chosen, MAX_STORE_FILE_BYTES)
    if (!read.ok) return setFault(wordsOf(read.why, chosen.size))
    setCsv(read.text)
    previewing.mutate({ body: { csv: read.text } })
  }

  const run = (onEnd: () => void) => {
    const plan = preview?.plan ?? null
    if (plan === null || file === null) return
    importing.mutate(
      { body: { csv, plan, fileName: file.name } },
      {
        onSuccess: ({ added, changed }) => {
          showToast(t('organisation.stores.done', { added, changed }))
          setFile(null)
          previewing.reset()
          markStale('all')
        },
        onError: (problem) => {
          if (!isRowChanged(problem)) return
          setOutdated(true)
          previewing.mutate({ body: { csv } })
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
    run,
    missing: missing(),
    isChecking: previewing.isPending,
    isRunning: importing.isPending,
  }

  function missing(): string | null {
    if (preview === null) return t('organisation.stores.chooseFirst')
    if (preview.faultCount > 0) return t('organisation.stores.hasFaults')
    return preview.added + preview.changed === 0 ? t('organisation.stores.noChange') : null
  }
}
