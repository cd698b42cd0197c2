import {
  listConfigurations,
  MOST_DOCUMENT_BYTES,
  putConfiguration,
  type WireFault,
} from '@coldkeep/contract/areas/bundles'
import { listCommands } from '@coldkeep/contract/areas/commands'
import type { TerminalId } from '@coldkeep/domain/ids'
import { Suspense, useState } from 'react'
import { useSend } from '../../api/use-call'
import { FormModal } from '../../kit/dialog/FormModal'
import { FileField } from '../../kit/field/FileField'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { lazily } from '../../kit/lazily'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { readJson } from '../../parts/read-json'
import { readTextFile } from '../../parts/read-text-file'
import { useFileFault } from '../../parts/use-file-fault'
import styles from './terminals.module.css'

// few documents have faults
const FaultTable = lazily(() => import('./FaultTable'), 'FaultTable')

export interface PutConfigurationDialogProps {
  readonly terminal: TerminalId
  readonly onClose: () => void
}

const nothing = { value: null, line: null } as const

/** Takes a document from a file or pasted, looks what is wrong with it, and only then sends it. */
export function PutConfigurationDialog({ terminal, onClose }: PutConfigurationDialogProps) {
  const t = useText()
  const [text, setText] = useState('')
  const wordsOf = useFileFault(MOST_DOCUMENT_BYTES)
  const [file, setFile] = useState<File | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [faults, setFaults] = useState<readonly WireFault[] | null>(null)
  const document = text.trim() === '' ? nothing : readJson(text)
  const fault = document.line === null ? null : t('commands.notJson', { line: document.line })
  const change = (next: string) => {
    setText(next)
    setFaults(null)
  }
  const choose = async (chosen: File | null) => {
    setFile(chosen)
    setWrong(null)
    if (chosen === null) return
    const read = await readTextFile(chosen, MOST_DOCUMENT_BYTES)
    if (read.ok) change(read.text)
    else setWrong(wordsOf(read.why, chosen.size))
  }
  const replacing = useSend(putConfiguration, {
    invalidates: [listConfigurations, listCommands],
    onDone: (answer) => {
      setFaults(answer.faults)
      if (answer.revision === null) return
      showToast(t('commands.taken', { revision: answer.revision }))
      onClose()
    },
  })
  const isSound = faults !== null && faults.length === 0
  return (
    <FormModal
      opened
      title={t('commands.putNew')}
      widthPx={800}
      submitLabel={t(isSound ? 'commands.send' : 'commands.check')}
      missing={text.trim() === '' ? t('commands.document') : fault}
      dirty={text !== ''}
      busy={replacing.isPending}
      onSubmit={() => {
        if (text.trim() === '' || fault !== null) return
        const body = { document: document.value, isCheck: !isSound }
        replacing.mutate({ params: { terminalId: terminal }, body })
      }}
      onClose={onClose}
    >
      <div className={styles.wide}>
        <FileField
          label={t('commands.file')}
          accept=".json,application/json"
          file={file}
          error={wrong}
          onChange={(chosen) => void choose(chosen)}
        />
      </div>
      <div className={styles.wide}>
        <TextAreaField
          label={t('commands.document')}
          rows={12}
          monospace
          value={text}
          onChange={change}
          error={fault}
        />
      </div>
      <div className={styles.wide} aria-live="polite">
        {isSound && <p>{t('commands.sound')}</p>}
        <Suspense>{faults !== null && faults.length > 0 && <FaultTable faults={faults} />}</Suspense>
      </div>
    </FormModal>
  )
}
