import { formatNumber } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import { Button } from '../../kit/Button'
import { StatusTag } from '../../kit/StatusTag'
import { useLanguage, useText } from '../../kit/text'
import { sizeText } from '../downloads/size-text'
import styles from './firmware.module.css'
import { cancelUpload, forgetUpload, isImage, type ShownUpload, startUpload } from './running-upload'

/** How far an upload is, or how it has ended, and what can be done with it. */
export function UploadProgress({ upload }: { readonly upload: ShownUpload }) {
  const t = useText()
  const language = useLanguage()
  const { files, kept, keptBefore, isBroken, end } = upload
  const { name, size } = files.image
  const title = t('firmware.upload.sending', { name })
  const percent = size === 0 ? 0 : (100 * kept) / size
  const isOver = end !== null
  return (
    <div className={styles.upload}>
      <div className={styles.line}>
        <span aria-live="polite">
          <StatusTag status={statusOf(upload)} word={wordsOf(upload, title, t)} />
        </span>
        {end === null ? (
          <Button size="small" onClick={() => void cancelUpload()}>
            {t('firmware.upload.cancel')}
          </Button>
        ) : (
          <span>
            {end === 'lineBroken' && (
              <Button size="small" onClick={() => void startUpload(files)}>
                {t('firmware.upload.goOn')}
              </Button>
            )}
            <Button size="small" variant="quiet" onClick={forgetUpload}>
              {t('firmware.upload.dismiss')}
            </Button>
          </span>
        )}
      </div>
      {!isOver && (
        <>
          <div
            className={styles.track}
            role="progressbar"
            aria-label={title}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(percent)}
          >
            <div className={styles.bar} style={{ width: `${percent}%` }} />
          </div>
          <div className={styles.line}>
            <span className={styles.number}>
              {t('firmware.upload.sent', { sent: sizeText(language, kept), size: sizeText(language, size) })}
              {' · '}
              {formatNumber(language, percent, { decimals: 0, unit: '%' })}
            </span>
            {isBroken ? (
              <span>{t('firmware.upload.broken')}</span>
            ) : (
              keptBefore > 0 && (
                <span>{t('firmware.upload.goesOn', { offset: sizeText(language, keptBefore) })}</span>
              )
            )}
          </div>
        </>
      )}
      {reasonOf(end, t) !== null && <p className={styles.fault}>{reasonOf(end, t)}</p>}
    </div>
  )
}

function statusOf({ end, isBroken }: ShownUpload) {
  if (end === null) return isBroken ? 'offline' : 'running'
  return isImage(end) ? 'done' : 'failed'
}

function wordsOf({ end, files }: ShownUpload, title: string, t: Translate): string {
  if (end === null) return title
  if (isImage(end)) return t('firmware.upload.done', { version: end.version })
  return t('firmware.upload.failed', { name: files.image.name })
}

/** Why an upload has ended without an image. */
function reasonOf(end: ShownUpload['end'], t: Translate): string | null {
  if (end === null || isImage(end)) return null
  if (end === 'lineBroken') return t('firmware.upload.stopped')
  return end === 'fileGone' ? t('firmware.upload.lost') : end.words
}
