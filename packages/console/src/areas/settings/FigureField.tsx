import type { Figure } from '@coldkeep/domain/analysis/figures'
import { PresentValue } from '../../archetypes/editor/PresentValue'
import type { FieldProps } from '../../kit/field/field-props'
import { NumberField } from '../../kit/field/NumberField'
import { useText } from '../../kit/text'
import { useFigureWords } from './figure-words'
import styles from './settings.module.css'

export interface FigureFieldProps {
  readonly figure: Figure
  /** What the form knows of the field. */
  readonly look: Pick<FieldProps, 'name' | 'label' | 'required' | 'error' | 'onBlur'>
  readonly value: number | null
  /** What was read; `null` before that. */
  readonly read: number | null
  readonly isLocked: boolean
  /** Someone else saved in the meantime, so what was read is offered to be taken over. */
  readonly isConflict: boolean
  readonly onChange: (value: number | null) => void
}

/** One figure with its unit and its bounds, marked where it differs from what was read. */
export function FigureField(props: FigureFieldProps) {
  const { figure, look, value, read, isLocked, isConflict, onChange } = props
  const t = useText()
  const words = useFigureWords()
  const isChanged = read !== null && value !== read
  return (
    <div className={styles.fields}>
      <NumberField
        name={look.name}
        label={look.label}
        required={look.required}
        onBlur={look.onBlur}
        unit={words.unit(figure)}
        disabled={isLocked}
        value={value}
        changed={isChanged}
        help={
          isChanged
            ? t('settings.figures.wasRead', { value: words.number(figure, read) })
            : words.help(figure)
        }
        error={look.error}
        min={figure.lowest}
        max={figure.highest}
        step={figure.step}
        unreadable={Number.NaN}
        onChange={onChange}
      />
      {isConflict && isChanged && (
        <PresentValue
          label={look.label}
          choices={[]}
          present={read}
          value={value}
          onTake={() => onChange(read)}
        />
      )}
    </div>
  )
}
