import type { HelpSession } from '@coldkeep/contract/areas/help-desk'
import { timeParts } from '@coldkeep/phrases/format'
import { useState } from 'react'
import { useText } from '../../kit/text'
import { MarkedPicture } from '../../parts/MarkedPicture'
import frame from '../../parts/page.module.css'
import { DrawingBoard } from './DrawingBoard'
import styles from './help-desk.module.css'

/** The pictures of a session, and one of them to draw on. A new picture is shown at once. */
export function Drawing({ session }: { readonly session: HelpSession }) {
  const t = useText()
  const { pictures, store } = session
  const [chosen, choose] = useState<{ readonly id: string; readonly of: number } | null>(null)
  // what was chosen before the newest picture came gives way to it
  const named = chosen?.of === pictures.length ? chosen.id : null
  const shown = pictures.find(({ photo }) => photo.id === named) ?? pictures[0]
  if (shown === undefined) return <p className={frame.note}>{t('helpDesk.drawing.none')}</p>
  return (
    <>
      {pictures.length > 1 && (
        <ul className={styles.strip} aria-label={t('helpDesk.drawing.pictures')}>
          {pictures.map(({ photo, marks }) => (
            <li key={photo.id}>
              <button
                type="button"
                aria-current={photo.id === shown.photo.id}
                onClick={() => choose({ id: photo.id, of: pictures.length })}
              >
                <MarkedPicture
                  src={photo.url}
                  width={photo.width}
                  height={photo.height}
                  alt={t('helpDesk.drawing.pictureOf', { time: timeParts(photo.takenAt, store.zone).minute })}
                  marks={marks}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      <DrawingBoard key={shown.photo.id} session={session} picture={shown} />
    </>
  )
}
