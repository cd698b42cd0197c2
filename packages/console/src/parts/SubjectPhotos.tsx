import {
  getMostPhotos,
  pageOfPhotos,
  putPhoto,
  removePhoto,
  type WirePhoto,
} from '@coldkeep/contract/areas/photos'
import type { Call } from '@coldkeep/contract/call'
import { timeParts } from '@coldkeep/phrases/format'
import { useEffect, useState } from 'react'
import { useCall, useSend } from '../api/use-call'
import { PhotoTiles } from '../kit/photo/PhotoTiles'
import type { AddedPhoto, Photo } from '../kit/photo/photo'
import { type WhyUnkept, whyUnkept } from '../site/not-kept'
import { dropRequests, retryRequest } from '../site/queue'
import { useWhyNot } from '../site/use-why-not'
import { KeptNote } from './KeptNote'
import {
  forgetSources,
  type OutgoingPhoto,
  outgoingPhoto,
  type PhotoPlace,
  sendPhotos,
  useWaitingPhotos,
  type WaitingPhoto,
} from './photo-outbox'

export interface SubjectPhotosProps {
  readonly label: string
  readonly place: PhotoPlace
  /** The read that shows them. */
  readonly shownBy: Call
  /** Those that the service has. */
  readonly photos: readonly WirePhoto[]
  /** Of the store. */
  readonly zone: string
}

/** The photos of something: those that are kept, and those that are on their way. */
export function SubjectPhotos({ label, place, shownBy, photos, zone }: SubjectPhotosProps) {
  const most = useCall(getMostPhotos, {}).data?.mostPhotos
  const whyNot = useWhyNot()
  const waiting = useWaitingPhotos(place.subjectId)
  const [unkept, setUnkept] = useState<WhyUnkept | null>(null)
  const removing = useSend(removePhoto, { invalidates: [shownBy] })
  const kept = new Set(photos.map(({ id }) => id))
  const arrived = waiting.filter(({ id, request }) => request.state === 'sent' && kept.has(id))
  useEffect(() => {
    if (arrived.length === 0) return
    const ids = arrived.map(({ id }) => id)
    forgetSources(ids)
    void dropRequests(ids)
  })
  const outgoing = waiting.filter(({ id }) => !kept.has(id))
  const shown = [
    ...photos.map((photo): Photo => keptPhoto(photo, zone)),
    ...outgoing.map((photo) => shownPhoto(photo, zone)),
  ]
  const refused = outgoing.flatMap(({ request }) => (request.refusal === null ? [] : [request.refusal]))
  if (most === undefined) return null
  const mayAdd = whyNot({ ...putPhoto, access: [pageOfPhotos[place.subject]] }) === null
  if (shown.length === 0 && !mayAdd) return null
  const add = (added: readonly AddedPhoto[]) => {
    setUnkept(null)
    sendPhotos(place, added.map(outgoingPhoto)).catch((error) => {
      const why = whyUnkept(error)
      if (why === null) reportError(error)
      else setUnkept(why)
    })
  }
  const retry = (id: string) => {
    const request = outgoing.find((one) => one.id === id)?.request
    if (request !== undefined) void retryRequest(request)
  }
  return (
    <>
      <PhotoTiles
        label={label}
        photos={shown}
        most={most}
        onAdd={mayAdd ? add : undefined}
        onRemove={(id) => (kept.has(id) ? removing.mutate({ params: { id } }) : void dropRequests([id]))}
        onRetry={retry}
      />
      <KeptNote unkept={unkept} refusals={refused} />
    </>
  )
}

function keptPhoto({ id, url, takenAt, isOwn }: WirePhoto, zone: string): Photo {
  return {
    key: id,
    src: url,
    time: timeParts(takenAt, zone).minute,
    state: { kind: 'kept' },
    isFixed: !isOwn,
  }
}

/** A photo in a form that was not sent yet, as a tile. */
export function addedTile({ id, src, takenAt }: OutgoingPhoto, zone: string): Photo {
  return { key: id, src, time: timeParts(takenAt, zone).minute, state: { kind: 'waiting' } }
}

/** A photo that the service does not have yet, as a tile. */
function shownPhoto({ id, src, takenAt, request, percent }: WaitingPhoto, zone: string): Photo {
  const { minute: time } = timeParts(takenAt, zone)
  if (request.state === 'sent') return { key: id, src, time, state: { kind: 'kept' } }
  if (request.state === 'refused') return { key: id, src, time, state: { kind: 'failed' } }
  const state = percent === null ? ({ kind: 'waiting' } as const) : ({ kind: 'sending', percent } as const)
  return { key: id, src, time, state }
}
