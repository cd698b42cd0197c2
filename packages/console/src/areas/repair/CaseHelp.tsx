import { listCaseHelp } from '@coldkeep/contract/areas/help-desk'
import type { RepairCaseId } from '@coldkeep/domain/ids'
import { formatInstant } from '@coldkeep/phrases/format'
import { useCall } from '../../api/use-call'
import { useText } from '../../kit/text'
import { MarkedPicture } from '../../parts/MarkedPicture'
import frame from '../../parts/page.module.css'
import styles from './repair.module.css'

/** Pictures of the times that the store of a case was helped from afar; nothing where there are none. */
export function CaseHelp({ caseId }: { readonly caseId: RepairCaseId }) {
  const t = useText()
  const sessions = useCall(listCaseHelp, { params: { caseId } }, { quiet: true }).data?.sessions ?? []
  const withPictures = sessions.filter(({ pictures }) => pictures.length > 0)
  if (withPictures.length === 0) return null
  return (
    <div className={frame.card}>
      <h2>{t('repair.helpPictures')}</h2>
      {withPictures.map(({ id, by, openedAt, store, pictures }) => (
        <div key={id} className={frame.stack}>
          <p className={frame.note}>
            {formatInstant(openedAt, store.zone)} · {by}
          </p>
          <ul className={styles.helpPictures}>
            {pictures.map(({ photo, marks }) => (
              <li key={photo.id}>
                <a href={photo.url} target="_blank" rel="noreferrer">
                  <MarkedPicture
                    src={photo.url}
                    width={photo.width}
                    height={photo.height}
                    alt={t('repair.helpPicture', { time: formatInstant(photo.takenAt, store.zone) })}
                    marks={marks}
                  />
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
