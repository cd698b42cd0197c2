import { beginFirmwareUpload, type WireFirmwareImage } from '@coldkeep/contract/areas/firmware-images'
import { limitsIn } from '@coldkeep/contract/wire/limits'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../kit/Button'
import { FileField } from '../../kit/field/FileField'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { readTextFile } from '../../parts/read-text-file'
import { useFileFault } from '../../parts/use-file-fault'
import { sizeText } from '../downloads/size-text'
import styles from './firmware.module.css'
import { type ChosenRelease, MOST_RELEASE_BYTES, readReleaseText } from './read-release'
import { isImage, startUpload, useUpload } from './running-upload'
import { UploadProgress } from './UploadProgress'

const MOST_IMAGE_BYTES = limitsIn(beginFirmwareUpload.body).get('size')?.max ?? 0

export interface UploadPanelProps {
  /** `null` while it is not known. */
  readonly canUpload: boolean | null
  readonly onUploaded: (image: WireFirmwareImage) => void
}

/** Two files that belong together: the image and its release. Both are looked at before anything is sent. */
export function UploadPanel({ canUpload, onUploaded }: UploadPanelProps) {
  const t = useText()
  const language = useLanguage()
  const fileFault = useFileFault(MOST_RELEASE_BYTES)
  const upload = useUpload()
  const [image, setImage] = useState<File | null>(null)
  const [releaseFile, setReleaseFile] = useState<File | null>(null)
  const [release, setRelease] = useState<ChosenRelease | null>(null)
  const [releaseFault, setReleaseFault] = useState<string | null>(null)
  const uploaded = upload !== null && isImage(upload.end) ? upload.end : null
  const last = useRef(uploaded)
  useEffect(() => {
    if (uploaded === last.current) return
    last.current = uploaded
    if (uploaded === null) return
    onUploaded(uploaded)
    setImage(null)
    setReleaseFile(null)
    setRelease(null)
  })
  const imageFault = faultOf(image, release, t, language)
  if (canUpload === false && upload === null) return <p className={frame.note}>{t('firmware.upload.off')}</p>
  const isSound = image !== null && release !== null && imageFault === null
  return (
    <section className={frame.stack} aria-label={t('firmware.upload.title')}>
      <h3 className={styles.head}>{t('firmware.upload.title')}</h3>
      {upload !== null && <UploadProgress upload={upload} />}
      {(upload === null || upload.end !== null) && (
        <>
          <div className={styles.files}>
            <FileField
              label={t('firmware.upload.file')}
              help={t('firmware.upload.fileHelp', { most: sizeText(language, MOST_IMAGE_BYTES) })}
              file={image}
              error={imageFault}
              onChange={setImage}
            />
            <FileField
              label={t('firmware.upload.release')}
              help={t('firmware.upload.releaseHelp')}
              accept=".json,application/json"
              file={releaseFile}
              error={releaseFault}
              onChange={(file) => void readRelease(file)}
            />
          </div>
          <div className={frame.buttons}>
            <Button
              icon="upload"
              disabledReason={
                isSound ? null : (imageFault ?? releaseFault ?? t('firmware.upload.chooseFiles'))
              }
              onClick={() => isSound && void startUpload({ image, release })}
            >
              {t('firmware.upload.start')}
            </Button>
            {release !== null && (
              <span className={styles.number}>{t('firmware.upload.isFor', { ...namesOf(release) })}</span>
            )}
          </div>
        </>
      )}
      {upload !== null && upload.end === null && <p className={frame.note}>{t('firmware.upload.reload')}</p>}
    </section>
  )

  async function readRelease(file: File | null): Promise<void> {
    setReleaseFile(file)
    setRelease(null)
    setReleaseFault(null)
    if (file === null) return
    const read = await readTextFile(file, MOST_RELEASE_BYTES)
    const found = read.ok ? readReleaseText(read.text) : null
    setRelease(found)
    if (!read.ok) setReleaseFault(fileFault(read.why, file.size))
    else if (found === null) setReleaseFault(t('firmware.upload.notRelease'))
  }
}

const namesOf = ({ version, type }: ChosenRelease) => ({ version, type })

/** What is wrong with an image before a byte of it is sent. */
function faultOf(
  image: File | null,
  release: ChosenRelease | null,
  t: Translate,
  language: Language,
): string | null {
  if (image === null) return null
  const size = sizeText(language, image.size)
  if (image.size === 0) return t('firmware.upload.empty')
  if (image.size > MOST_IMAGE_BYTES)
    return t('firmware.upload.tooLarge', { size, most: sizeText(language, MOST_IMAGE_BYTES) })
  if (release === null || release.size === image.size) return null
  return t('firmware.upload.otherSize', { expected: sizeText(language, release.size), size })
}
