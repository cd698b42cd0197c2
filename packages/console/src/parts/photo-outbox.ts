import type { PhotoSubject } from '@coldkeep/contract/areas/photos'
import { epochMs } from '@coldkeep/domain/time/instant'
import { useEffect } from 'react'
import type { AddedPhoto } from '../kit/photo/photo'
import { makeStore } from '../kit/store'
import { type NewRequest, queueRequests, startQueue } from '../site/queue'
import { readBytes } from '../site/queue-records'
import type { QueuedInput } from '../site/queued-calls'
import { underWay, useWaitingOf, type WaitingRequest } from '../site/waiting'

/** A photo that was added here, until the service has it. */
export interface OutgoingPhoto {
  /** Made here: sent again, it is the same photo. */
  readonly id: string
  readonly file: File
  /** Where this window shows it from. */
  readonly src: string
  readonly takenAt: number
  readonly takenFrom: 'exif' | 'clock'
  readonly enteredAt: number
}

/** What photos belong to. */
export interface PhotoPlace {
  readonly subject: PhotoSubject
  readonly subjectId: string
  /** As people call it. */
  readonly about: string
}

/** A photo that waits here, as it is shown. */
export interface WaitingPhoto extends Pick<OutgoingPhoto, 'id' | 'src' | 'takenAt'> {
  readonly request: WaitingRequest
  /** 0 to 100; `null`: it is not being sent in this moment. */
  readonly percent: number | null
}

/** Where this window shows photos from that wait, by their ids. */
const sources = makeStore<ReadonlyMap<string, string>>(new Map())

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
  }
}

/** @param after the id of a record that the service may not have yet */
export function requestOfPhoto(
  { subject, subjectId, about }: PhotoPlace,
  { id, file, src, takenAt, takenFrom, enteredAt }: OutgoingPhoto,
  after: string | null = null,
): NewRequest<'photo'> {
  addSource(id, src)
  const times = { takenAt: epochMs(takenAt), takenFrom, enteredAt: epochMs(enteredAt) }
  return {
    ...{ id, kind: 'photo', content: file, of: subjectId, about, after },
    input: { params: { id }, query: { subject, subjectId, ...times } },
  }
}

/**
 * Keeps photos here and sends them, whatever page is open and whenever there is a connection.
 * @throws NotKept where there is no room for them
 */
export function sendPhotos(place: PhotoPlace, photos: readonly OutgoingPhoto[]): Promise<void> {
  return queueRequests(photos.map((photo) => requestOfPhoto(place, photo)))
}

/** Photos of something that the service does not show yet. */
export function useWaitingPhotos(subjectId: string): readonly WaitingPhoto[] {
  const requests = useWaitingOf(subjectId).filter(({ kind }) => kind === 'photo')
  const shown = sources.use()
  const now = underWay.use()
  useEffect(startQueue, [])
  useEffect(() => {
    for (const { id } of requests) if (!sources.get().has(id)) void readSource(id)
  })
  return requests.map((request) => ({
    id: request.id,
    src: shown.get(request.id) ?? '',
    takenAt: (request.input as QueuedInput<'photo'>).query.takenAt,
    request,
    percent: now?.id === request.id ? now.percent : null,
  }))
}

/** What this window holds of photos that are not shown from here any more. */
export function forgetSources(ids: readonly string[]): void {
  const left = new Map(sources.get())
  for (const id of ids) {
    const src = left.get(id)
    if (src === undefined) continue
    URL.revokeObjectURL(src)
    left.delete(id)
  }
  if (left.size < sources.get().size) sources.set(left)
}

async function readSource(id: string): Promise<void> {
  const bytes = await readBytes(id)
  if (bytes !== null && !sources.get().has(id)) addSource(id, URL.createObjectURL(new Blob([bytes])))
}

function addSource(id: string, src: string): void {
  sources.set(new Map(sources.get()).set(id, src))
}
