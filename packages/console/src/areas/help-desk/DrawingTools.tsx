import {
  LONGEST_MARK_TEXT,
  type MarkColor,
  type MarkKind,
  markColors,
  markKinds,
} from '@coldkeep/domain/help-desk/mark'
import { Button } from '../../kit/Button'
import { TextField } from '../../kit/field/TextField'
import { useText } from '../../kit/text'
import styles from './help-desk.module.css'

export interface DrawingToolsProps {
  readonly kind: MarkKind
  readonly onKind: (kind: MarkKind) => void
  readonly color: MarkColor
  readonly onColor: (color: MarkColor) => void
  readonly text: string
  readonly onText: (text: string) => void
  /** Takes the newest own mark off; `null`: there is none. */
  readonly onErase: (() => void) | null
}

/** What is drawn, and in which colour. */
export function DrawingTools(props: DrawingToolsProps) {
  const { kind, onKind, color, onColor, text, onText, onErase } = props
  const t = useText()
  return (
    <div className={styles.tools}>
      <fieldset className={styles.toolGroup}>
        <legend className="visually-hidden">{t('helpDesk.drawing.what')}</legend>
        {markKinds.map((one) => (
          <Button key={one} size="small" pressed={one === kind} onClick={() => onKind(one)}>
            {t(`helpDesk.drawing.kind.${one}`)}
          </Button>
        ))}
      </fieldset>
      <fieldset className={styles.toolGroup}>
        <legend className="visually-hidden">{t('helpDesk.drawing.color')}</legend>
        {markColors.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.color}
            data-color={one}
            aria-pressed={one === color}
            aria-label={t(`helpDesk.drawing.colorOf.${one}`)}
            title={t(`helpDesk.drawing.colorOf.${one}`)}
            onClick={() => onColor(one)}
          />
        ))}
      </fieldset>
      {kind === 'text' && (
        <TextField
          label={t('helpDesk.drawing.words')}
          maxLength={LONGEST_MARK_TEXT}
          value={text}
          onChange={onText}
        />
      )}
      <Button
        size="small"
        variant="quiet"
        disabledReason={onErase === null ? t('helpDesk.drawing.nothingOwn') : null}
        onClick={() => onErase?.()}
      >
        {t('helpDesk.drawing.erase')}
      </Button>
    </div>
  )
}
