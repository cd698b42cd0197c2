import {
  importWarningRules,
  listWarningRules,
  MOST_IMPORTED_BYTES,
} from '@coldkeep/contract/areas/warning-rules'
import { useState } from 'react'
import { isRowChanged } from '../../api/call-problem'
import { useSend } from '../../api/use-call'
import { FormModal } from '../../kit/dialog/FormModal'
import { FileField } from '../../kit/field/FileField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { readJson } from '../../parts/read-json'
import { readTextFile } from '../../parts/read-text-file'
import { useFileFault } from '../../parts/use-file-fault'
import { ImportPreview } from './ImportPreview'
import styles from './settings.module.css'

/** Reads a file, shows what it would change, and only then imports it: as a whole or not at all. */
export function ImportRulesDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const wordsOf = useFileFault(MOST_IMPORTED_BYTES)
  const [file, setFile] = useState<File | null>(null)
  const [document, setDocument] = useState<unknown>(undefined)
  const [wrong, setWrong] = useState<string | null>(null)
  const looking = useSend(importWarningRules)
  const taking = useSend(importWarningRules, {
    invalidates: [listWarningRules],
    onDone: () => {
      showToast(t('shell.words.imported'))
      onClose()
    },
    showsPresent: true,
  })
  const seen = looking.data ?? null
  const look = (data: unknown) => looking.mutate({ body: { data, isCheck: true } })
  const isReady = seen !== null && seen.faults.length === 0 && seen.total > 0

  const choose = async (chosen: File | null) => {
    setFile(chosen)
    setDocument(undefined)
    setWrong(null)
    looking.reset()
    taking.reset()
    if (chosen === null) return
    const read = await readTextFile(chosen, MOST_IMPORTED_BYTES)
    if (!read.ok) {
      setWrong(wordsOf(read.why, chosen.size))
      return
    }
    const { value: data, line } = readJson(read.text)
    if (line !== null) return setWrong(t('warningRules.notJson', { line }))
    setDocument(data)
    look(data)
  }

  return (
    <FormModal
      opened
      title={t('warningRules.importTitle')}
      widthPx={800}
      submitLabel={t('warningRules.import')}
      missing={isReady ? null : (wrong ?? unready())}
      dirty={false}
      busy={taking.isPending}
      onSubmit={() => {
        if (!isReady) return
        const body = { data: document, isCheck: false, state: seen.state }
        taking.mutate(
          { body },
          { onError: (problem) => (isRowChanged(problem) ? look(document) : undefined) },
        )
      }}
      onClose={onClose}
    >
      <div className={styles.wide}>
        <FileField
          label={t('warningRules.file')}
          help={t('warningRules.importNote')}
          accept=".json,application/json"
          file={file}
          onChange={(chosen) => void choose(chosen)}
        />
      </div>
      <div className={styles.wide} role="alert">
        {wrong}
        {isRowChanged(taking.error) && t('warningRules.changedSince')}
      </div>
      <div className={styles.wide}>
        {looking.isPending && <p className={frame.note}>{t('warningRules.checking')}</p>}
        {seen !== null && <ImportPreview seen={seen} />}
      </div>
    </FormModal>
  )

  function unready(): string {
    if (looking.isPending) return t('warningRules.checking')
    if (seen === null) return t('warningRules.chooseFile')
    return t(seen.faults.length > 0 ? 'warningRules.faults' : 'warningRules.nothing')
  }
}
