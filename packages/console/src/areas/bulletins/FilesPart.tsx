import { putBulletinFile } from '@coldkeep/contract/areas/bulletin-files'
import { MOST_BULLETIN_FILES } from '@coldkeep/contract/areas/bulletins'
import type { BulletinFile } from '@coldkeep/contract/areas/own-bulletins'
import { formatNumber } from '@coldkeep/phrases/format'
import { useState } from 'react'
import { CallProblem } from '../../api/call-problem'
import { sendBytes } from '../../api/send-bytes'
import { FileField } from '../../kit/field/FileField'
import { IconButton } from '../../kit/IconButton'
import { Icon } from '../../kit/icons'
import { useLanguage, useText } from '../../kit/text'
import styles from './bulletins.module.css'

const ACCEPT = 'image/jpeg,image/png,image/webp,application/pdf'

export interface FilesPartProps {
  readonly files: readonly BulletinFile[]
  readonly onChange: (files: readonly BulletinFile[]) => void
}

/** Pictures and documents that go along with a message; each is with the service as soon as it is chosen. */
export function FilesPart({ files, onChange }: FilesPartProps) {
  const t = useText()
  const language = useLanguage()
  const [uploading, setUploading] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const add = async (file: File) => {
    setUploading(file.name)
    setError(null)
    try {
      const target = { params: { id: crypto.randomUUID() }, query: { name: file.name.slice(-120) } }
      onChange([...files, await sendBytes(putBulletinFile, target, file)])
    } catch (failure) {
      if (!(failure instanceof CallProblem)) throw failure
      setError(failure.message)
    } finally {
      setUploading(null)
    }
  }
  return (
    <div className={styles.files}>
      {files.length < MOST_BULLETIN_FILES && (
        <FileField
          label={t('bulletins.addFile')}
          help={t('bulletins.filesHelp', { most: MOST_BULLETIN_FILES })}
          error={error}
          accept={ACCEPT}
          file={null}
          disabled={uploading !== null}
          onChange={(file) => file !== null && void add(file)}
        />
      )}
      <ul aria-label={t('bulletins.files')}>
        {files.map((file) => (
          <li key={file.id}>
            <Icon name="file" size={16} />
            <span>{file.name}</span>
            <span className={styles.size}>
              {formatNumber(language, Math.max(1, file.bytes / 1024), { decimals: 0, unit: 'kB' })}
            </span>
            <IconButton
              icon="remove"
              label={t('bulletins.removeFile', { name: file.name })}
              onClick={() => onChange(files.filter(({ id }) => id !== file.id))}
            />
          </li>
        ))}
        {uploading !== null && (
          <li role="status">
            {uploading} · {t('bulletins.uploading')}
          </li>
        )}
      </ul>
    </div>
  )
}
