import { formatNumber } from '@coldkeep/phrases/format'
import { IconButton } from '../IconButton'
import { Icon } from '../icons'
import { useLanguage, useText } from '../text'
import styles from './PhotoTiles.module.css'
import type { NamedPhoto } from './photo'

export interface PhotoTileProps {
  readonly photo: NamedPhoto
  readonly onEnlarge: () => void
  readonly onRemove?: () => void
  readonly onRetry?: () => void
}

/** One photo with its time and how far its sending is. */
export function PhotoTile({ photo, onEnlarge, onRemove, onRetry }: PhotoTileProps) {
  const t = useText()
  const { name, src, time, state } = photo
  return (
    <li className={styles.tile}>
      <div className={styles.frame} data-state={state.kind}>
        <button
          type="button"
          className={styles.picture}
          aria-label={t('kit.photos.enlarge', { name })}
          onClick={onEnlarge}
        >
          <img src={src} alt={name} loading="lazy" />
        </button>
        <TileState photo={photo} onRetry={onRetry} />
      </div>
      <div className={styles.line}>
        <span className={styles.time}>{time}</span>
        {onRemove !== undefined && state.kind !== 'sending' && (
          <IconButton
            icon="remove"
            size="small"
            label={t('kit.photos.remove', { name })}
            onClick={onRemove}
          />
        )}
      </div>
    </li>
  )
}

/** How far the sending is, over the picture; nothing once it is kept. */
function TileState({ photo, onRetry }: Pick<PhotoTileProps, 'photo' | 'onRetry'>) {
  const t = useText()
  const language = useLanguage()
  const { name, state } = photo
  if (state.kind === 'kept') return null
  if (state.kind === 'sending') {
    return (
      <div
        className={styles.veil}
        role="progressbar"
        aria-label={`${t('kit.photos.sending')}: ${name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(state.percent)}
      >
        <span>{formatNumber(language, state.percent, { decimals: 0, unit: '%' })}</span>
        <span className={styles.track}>
          <span style={{ width: `${state.percent}%` }} />
        </span>
      </div>
    )
  }
  if (state.kind === 'waiting') {
    return (
      <div className={styles.veil}>
        <Icon name="clock" />
        <span>{t('kit.photos.waiting')}</span>
      </div>
    )
  }
  return (
    <div className={styles.veil} data-acts>
      <span>{t('kit.photos.failed')}</span>
      {onRetry !== undefined && (
        <button type="button" className={styles.retry} onClick={onRetry}>
          <Icon name="refresh" />
          {t('shell.words.retry')}
          <span className="visually-hidden">: {name}</span>
        </button>
      )}
    </div>
  )
}
