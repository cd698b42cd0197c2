import { type PhotoSubject, putPhoto } from '@coldkeep/contract/areas/photos'
import type { Call } from '@coldkeep/contract/call'
import { queryClient } from '../api/query-client'
import { sendBytes } from '../api/send-bytes'
import { keyOf } from '../api/use-call'
import { watchedUpload } from '../api/watched-upload'
import type { AddedPhoto } from '../kit/photo/photo'
import { makeStore } from '../kit/store'

/** A photo that was added here, until the answers of the service show it. */
export interface OutgoingPhoto {
  /** Made here: sent again, it is the same photo. */
  readonly id: string
  readonly file: File
  /** Where this window shows it from. */
  readonly src: string
  readonly takenAt: number
  readonly takenFrom: 'exif' | 'clock'
  readonly enteredAt: number
  readonly state: 'waiting' | 'sending' | 'failed' | 'sent'
  /** 0 to 100. */
  readonly percent: number
}

/** What photos belong to, and the read that shows them. */
export interface PhotoPlace {
  readonly subject: PhotoSubject
  readonly subjectId: string
  readonly shownBy: Call
}

interface Outgoing {
  readonly place: PhotoPlace
  readonly photo: OutgoingPhoto
}

const outbox = makeStore<readonly Outgoing[]>([])

/** A photo as it was added, with an id of its own. */
export function outgoingPhoto({ file, takenAt }: AddedPhoto): OutgoingPhoto {
  const now = Date.now()
  return {
    id: crypto.randomUUID(),
    file,
    src: URL.createObjectURL(file),
    // a camera that is ahead took it no later than now
    takenAt: Math.min(takenAt ?? now, now),
    takenFrom: takenAt === null ? 'clock' : 'exif',
    enteredAt: now,
    state: 'waiting',
    percent: 0,
  }
}

/** Photos of something that are not shown by the service yet. */
export function useOutgoingPhotos(subjectId: string): readonly OutgoingPhoto[] {
  return outbox
    .use()
    .filter(({ place }) => place.subjectId === subjectId)
    .map(({ photo }) => photo)
}

/** Sends photos one after the other, whatever page is open. */
export function sendPhotos(place: PhotoPlace, photos: readonly OutgoingPhoto[]): void {
  outbox.set([...outbox.get(), ...photos.map((photo) => ({ place, photo }))])
  void sendWaiting()
}

export function retryPhoto(id: string): void {
  change(id, { state: 'waiting', percent: 0 })
  void sendWaiting()
}

/** Forgets photos that were removed, or that the service shows by now. */
export function dropPhotos(ids: readonly string[]): void {
  const dropped = outbox.get().filter(({ photo }) => ids.includes(photo.id))
  if (dropped.length === 0) return
  for (const { photo } of dropped) URL.revokeObjectURL(photo.src)
  outbox.set(outbox.get().filter((one) => !dropped.includes(one)))
}

let isSending = false

async function sendWaiting(): Promise<void> {
  if (isSending) return
  isSending = true
  try {
    for (let next = waiting(); next !== undefined; next = waiting()) await sendOne(next)
  } finally {
    isSending = false
  }
}

function waiting(): Outgoing | undefined {
  return outbox.get().find(({ photo }) => photo.state === 'waiting')
}

async function sendOne({ place, photo }: Outgoing): Promise<void> {
  const { id, file, takenAt, takenFrom, enteredAt } = photo
  const { subject, subjectId, shownBy } = place
  const onSent = (share: number) => change(id, { percent: Math.round(100 * share) })
  change(id, { state: 'sending' })
  try {
    const query = { subject, subjectId, takenAt, takenFrom, enteredAt }
    await sendBytes(putPhoto, { params: { id }, query }, file, { by: watchedUpload(onSent) })
    change(id, { state: 'sent', percent: 100 })
    await queryClient.invalidateQueries({ queryKey: keyOf(shownBy) })
  } catch {
    // its tile says so, and offers to send it again
    change(id, { state: 'failed' })
  }
}

function change(id: string, next: Partial<OutgoingPhoto>): void {
  outbox.set(
    outbox
      .get()
      .map(({ place, photo }) => ({ place, photo: photo.id === id ? { ...photo, ...next } : photo })),
  )
}
