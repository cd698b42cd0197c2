import {
  getMostPhotos,
  pageOfPhotos,
  putPhoto,
  removePhoto,
  type WirePhoto,
} from '@coldkeep/contract/areas/photos'
import { timeParts } from '@coldkeep/phrases/format'
import { useEffect } from 'react'
import { useCall, useSend } from '../api/use-call'
import { PhotoTiles } from '../kit/photo/PhotoTiles'
import type { Photo } from '../kit/photo/photo'
import { useWhyNot } from '../site/use-why-not'
import {
  dropPhotos,
  type OutgoingPhoto,
  outgoingPhoto,
  type PhotoPlace,
  retryPhoto,
  sendPhotos,
  useOutgoingPhotos,
} from './photo-outbox'

export interface SubjectPhotosProps {
  readonly label: string
  readonly place: PhotoPlace
  /** Those that the service has. */
  readonly photos: readonly WirePhoto[]
  /** Of the store. */
  readonly zone: string
}

/** The photos of something: those that are kept, and those that are on their way. */
export function SubjectPhotos({ label, place, photos, zone }: SubjectPhotosProps) {
  const most = useCall(getMostPhotos, {}).data?.mostPhotos
  const whyNot = useWhyNot()
  const outgoing = useOutgoingPhotos(place.subjectId)
  const removing = useSend(removePhoto, { invalidates: [place.shownBy] })
  const kept = new Set(photos.map(({ id }) => id))
  const arrived = outgoing.filter(({ id }) => kept.has(id)).map(({ id }) => id)
  useEffect(() => {
    dropPhotos(arrived)
  })
  const shown = [
    ...photos.map((photo): Photo => keptPhoto(photo, zone)),
    ...outgoing.filter(({ id }) => !kept.has(id)).map((photo) => shownPhoto(photo, zone)),
  ]
  if (most === undefined) return null
  const mayAdd = whyNot({ access: [pageOfPhotos[place.subject]], method: putPhoto.method }) === null
  if (shown.length === 0 && !mayAdd) return null
  return (
    <PhotoTiles
      label={label}
      photos={shown}
      most={most}
      onAdd={mayAdd ? (added) => sendPhotos(place, added.map(outgoingPhoto)) : undefined}
      onRemove={(id) => (kept.has(id) ? removing.mutate({ params: { id } }) : dropPhotos([id]))}
      onRetry={retryPhoto}
    />
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

/** A photo that is not kept by the service yet, as a tile. */
export function shownPhoto({ id, src, takenAt, state, percent }: OutgoingPhoto, zone: string): Photo {
  const { minute: time } = timeParts(takenAt, zone)
  if (state === 'sending') return { key: id, src, time, state: { kind: state, percent } }
  return { key: id, src, time, state: { kind: state === 'sent' ? 'kept' : state } }
}
