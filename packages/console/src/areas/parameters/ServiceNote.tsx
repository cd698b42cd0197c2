import { readServiceNote, writeServiceNote } from '@coldkeep/contract/areas/parameters'
import { formatInstant } from '@coldkeep/phrases/format'
import { Suspense, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Icon } from '../../kit/icons'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import { useWhyNot } from '../../site/use-why-not'
import styles from './parameters.module.css'

const NoteDialog = lazily(() => import('./NoteDialog'), 'NoteDialog')

/** What everyone has to know who changes parameters, in red. */
export function ServiceNote() {
  const t = useText()
  const [isEditing, setEditing] = useState(false)
  const whyNot = useWhyNot()
  const found = useCall(readServiceNote, {}, { quiet: true }).data
  if (found === undefined) return null
  const { note, owner, savedBy, savedAt } = found
  return (
    <section
      className={styles.note}
      aria-label={t('parameters.note.title')}
      data-empty={note === '' || undefined}
    >
      <Icon name={note === '' ? 'note' : 'alert'} size={18} />
      <div>
        <p className={styles.noteText}>{note === '' ? t('parameters.note.none') : note}</p>
        {note !== '' && (
          <span className={styles.sub}>
            {t('parameters.note.of', {
              owner: owner?.name ?? '',
              name: savedBy ?? '',
              time: formatInstant(savedAt),
            })}
          </span>
        )}
      </div>
      <Button
        size="small"
        icon="edit"
        aria-label={t('parameters.note.editTitle')}
        disabledReason={whyNot(writeServiceNote)}
        onClick={() => setEditing(true)}
      >
        {t('parameters.note.edit')}
      </Button>
      <Suspense>{isEditing && <NoteDialog note={found} onClose={() => setEditing(false)} />}</Suspense>
    </section>
  )
}
