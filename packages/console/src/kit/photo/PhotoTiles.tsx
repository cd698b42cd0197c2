import { formatNumber } from '@coldkeep/phrases/format'
import { type ChangeEvent, useEffect, useId, useState } from 'react'
import { ConfirmDialog } from '../dialog/ConfirmDialog'
import { Icon } from '../icons'
import { useLanguage, useText } from '../text'
import { PhotoTile } from './PhotoTile'
import styles from './PhotoTiles.module.css'
import { PhotoViewer } from './PhotoViewer'
import type { AddedPhoto, Photo } from './photo'
import { prepareReading, readTaken } from './read-taken'
import { shrinkPhoto } from './shrink-photo'

export interface PhotoTilesProps {
  readonly label: string
  readonly photos: readonly Photo[]
  /** How many there may be. */
  readonly most: number
  /** Without it photos can only be looked at. */
  readonly onAdd?: (photos: readonly AddedPhoto[]) => void
  readonly onRemove?: (key: string) => void
  readonly onRetry?: (key: string) => void
}

/** Photos as tiles, a tile to add more, and each one large. */
export function PhotoTiles(props: PhotoTilesProps) {
  const { label, photos, most, onAdd, onRemove, onRetry } = props
  const t = useText()
  const language = useLanguage()
  const [enlarged, setEnlarged] = useState<string | null>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  const [unreadable, setUnreadable] = useState<readonly string[]>([])
  const canAdd = onAdd !== undefined
  useEffect(() => {
    if (canAdd) prepareReading()
  }, [canAdd])
  const named = photos.map((photo, index) => ({
    ...photo,
    name: t('kit.photos.name', { index: index + 1, total: photos.length, time: photo.time }),
  }))
  const room = Math.max(0, most - photos.length)
  const waiting = photos.filter((photo) => photo.state.kind === 'waiting').length
  const add = async (files: readonly File[]) => {
    const chosen = files.slice(0, room)
    const added = await Promise.all(chosen.map(addedPhoto))
    setUnreadable(chosen.filter((_, index) => added[index] === null).map((file) => file.name))
    const readable = added.filter((photo) => photo !== null)
    if (readable.length > 0) onAdd?.(readable)
  }
  return (
    <section className={styles.photos} aria-label={label}>
      <p className={styles.counter}>
        <span aria-hidden="true">
          {formatNumber(language, photos.length)} / {formatNumber(language, most)}
        </span>
        <span className="visually-hidden">{t('kit.photos.counter', { shown: photos.length, most })}</span>
        {waiting > 0 && <span>{t('kit.photos.waitingCount', { count: waiting })}</span>}
      </p>
      <ul className={styles.tiles}>
        {named.map((photo) => (
          <PhotoTile
            key={photo.key}
            photo={photo}
            onEnlarge={() => setEnlarged(photo.key)}
            onRemove={photo.isFixed ? undefined : onRemove && (() => setRemoving(photo.key))}
            onRetry={onRetry && (() => onRetry(photo.key))}
          />
        ))}
        {onAdd !== undefined && room > 0 && (
          <li>
            <AddTile onAdd={(files) => void add(files)} />
          </li>
        )}
      </ul>
      {onAdd !== undefined && room === 0 && <p className={styles.note}>{t('kit.photos.full', { most })}</p>}
      {unreadable.length > 0 && (
        <p className={styles.fault} role="alert">
          {t('shell.words.fileError')}: {unreadable.join(', ')}
        </p>
      )}
      <PhotoViewer photos={named} current={enlarged} onCurrent={setEnlarged} />
      <ConfirmDialog
        opened={removing !== null}
        title={t('kit.photos.removeTitle')}
        action={t('kit.photos.removeAction')}
        destructive
        onCancel={() => setRemoving(null)}
        onConfirm={() => {
          if (removing !== null) onRemove?.(removing)
          setRemoving(null)
        }}
      >
        {named.find((photo) => photo.key === removing)?.name}
      </ConfirmDialog>
    </section>
  )
}

/** What is read of a picture before it is made small is gone afterwards. */
async function addedPhoto(file: File): Promise<AddedPhoto | null> {
  const [takenAt, small] = [await readTaken(file), await shrinkPhoto(file)]
  return small && { file: small, takenAt }
}

/** Phones offer camera and files for it. */
function AddTile({ onAdd }: { onAdd: (files: readonly File[]) => void }) {
  const t = useText()
  const id = useId()
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])]
    event.currentTarget.value = ''
    if (files.length > 0) onAdd(files)
  }
  return (
    <>
      <input id={id} type="file" accept="image/*" multiple className="visually-hidden" onChange={take} />
      <label htmlFor={id} className={styles.add}>
        <Icon name="camera" size={24} />
        {t('kit.photos.add')}
      </label>
    </>
  )
}
