import { getMostPhotos } from '@coldkeep/contract/areas/photos'
import { getRepairCase } from '@coldkeep/contract/areas/repair'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { PhotoTiles } from '../../kit/photo/PhotoTiles'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { KeptNote } from '../../parts/KeptNote'
import { outgoingPhoto, sendPhotos, useWaitingPhotos } from '../../parts/photo-outbox'
import { addedTile } from '../../parts/SubjectPhotos'
import { isUnkept, whyUnkept } from '../../site/not-kept'
import type { EntryDialogProps } from './EntryDialogs'
import { caseNoteRules, noNote } from './note-form'
import { useRenewals } from './use-renewals'

export interface NoteDialogProps extends EntryDialogProps {
  /** That the case has at the service. */
  readonly photos: number
}

/** Photos and a note, which are kept here until the service has them. */
export function NoteDialog({ of, photos: kept, onClose }: NoteDialogProps) {
  const t = useText()
  const [key] = useState(() => crypto.randomUUID())
  const { sendBy } = useRenewals(of, key)
  const most = useCall(getMostPhotos, {}).data?.mostPhotos ?? 0
  const waiting = useWaitingPhotos(of.key).filter(({ request }) => request.state !== 'sent').length
  const room = most - kept - waiting
  const form = useSendForm({
    ...caseNoteRules(key, of, t),
    initial: noNote,
    invalidates: [getRepairCase],
    by: async (input) => {
      const place = { subject: 'repair', subjectId: of.key, about: of.ticket } as const
      if (photos.length > 0) await sendPhotos(place, photos)
      form.change({ photos: [] })
      return input.body.note === undefined ? null : sendBy(input)
    },
    onDone: ({ case: now }) => {
      showToast(t('repair.renewed', { ticket: now.ticket }))
      onClose()
    },
    isWorded: isUnkept,
    onKept: () => {
      showToast(t('queue.kept'))
      onClose()
    },
  })
  const { photos } = form.values
  const { window } = form
  return (
    <FormModal
      opened
      title={t('repair.phone.add')}
      submitLabel={t('shell.words.save')}
      {...window}
      dirty={window.dirty || photos.length > 0}
      onClose={onClose}
    >
      {room > 0 && (
        <PhotoTiles
          label={t('repair.photos')}
          photos={photos.map((photo) => addedTile(photo, of.store.zone))}
          most={room}
          onAdd={(added) => form.change({ photos: [...photos, ...added.map(outgoingPhoto)] })}
          onRemove={(id) => form.change({ photos: photos.filter((photo) => photo.id !== id) })}
        />
      )}
      <TextAreaField {...form.field('note')} rows={4} />
      <KeptNote unkept={whyUnkept(form.sending.error)} refusals={[]} />
    </FormModal>
  )
}
