import { enrolTerminals, MAX_ENROLMENT_BYTES, previewEnrolment } from '@coldkeep/contract/areas/enrolment'
import { listTerminals } from '@coldkeep/contract/areas/terminals'
import { useState } from 'react'
import { useSend } from '../../api/use-call'
import { useText } from '../../kit/text'
import { readTextFile } from '../../parts/read-text-file'
import { useFileFault } from '../../parts/use-file-fault'

/** A table of terminals from its choice over its dry run to the codes. */
export function useEnrolment() {
  const t = useText()
  const wordsOf = useFileFault(MAX_ENROLMENT_BYTES)
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [csv, setCsv] = useState('')
  const previewing = useSend(previewEnrolment)
  const enrolling = useSend(enrolTerminals, { invalidates: [listTerminals] })
  const preview = previewing.data ?? null

  const choose = async (chosen: File | null) => {
    setFile(chosen)
    setFault(null)
    previewing.reset()
    if (chosen === null) return
    const read = await readTextFile(chosen, MAX_ENROLMENT_BYTES)
    if (!read.ok) return setFault(wordsOf(read.why, chosen.size))
    setCsv(read.text)
    previewing.mutate({ body: { csv: read.text } })
  }

  const run = () => {
    if (file === null) return
    enrolling.mutate(
      { body: { csv, fileName: file.name } },
      // the obstacle came up since the table was checked
      { onError: () => previewing.mutate({ body: { csv } }) },
    )
  }

  return {
    file,
    fault,
    preview,
    choose,
    run,
    missing:
      preview === null
        ? t('terminals.enrolment.chooseFirst')
        : preview.faultCount > 0
          ? t('terminals.enrolment.hasFaults')
          : null,
    isChecking: previewing.isPending,
    isRunning: enrolling.isPending,
    made: enrolling.data?.terminals ?? null,
  }
}
