import type { CheckPlaceRow } from '@coldkeep/contract/areas/hand-checks'
import {
  HIGHEST_CHECK_C,
  isOutOfLimits,
  LOWEST_CHECK_C,
  type SkipReason,
  skipReasons,
} from '@coldkeep/domain/day-sheet/hand-check'
import { celsiusText, limitsText } from '@coldkeep/phrases/sheet-text'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../kit/Button'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { Icon } from '../../kit/icons'
import { useLanguage, useText } from '../../kit/text'
import { Keypad } from './Keypad'
import type { RoundEntry } from './kept-round'
import styles from './round.module.css'
import { temperatureOf, typedWith } from './typed-value'

/** What came of a place. */
export interface Measured {
  readonly valueC: number | null
  readonly skipReason: SkipReason | null
  readonly isRepeated: boolean
  readonly note: string
  readonly isOutOfLimits: boolean
}

export interface PlaceStepProps {
  readonly place: CheckPlaceRow
  readonly number: number
  readonly count: number
  /** What was entered here before in this round. */
  readonly before: RoundEntry | null
  readonly onRecord: (measured: Measured) => void
  /** `null`: it is the first place. */
  readonly onBack: (() => void) | null
}

const MOST_NOTE_LETTERS = 500

/** One place of a round: what is measured there, or why it is not. */
export function PlaceStep({ place, number, count, before, onRecord, onBack }: PlaceStepProps) {
  const t = useText()
  const language = useLanguage()
  const [text, setText] = useState('')
  const [question, setQuestion] = useState<'out' | 'skip' | null>(null)
  const [reason, setReason] = useState<SkipReason | null>(null)
  const [note, setNote] = useState('')
  const [isPressed, setPressed] = useState(false)
  const display = useRef<HTMLInputElement>(null)
  const noteInput = useRef<HTMLTextAreaElement>(null)
  const ids = { value: useId(), fault: useId() }
  useEffect(() => display.current?.focus(), [])
  const valueC = temperatureOf(text)
  const limits = limitsText(place.limits, language)
  const measured = { valueC, skipReason: null, isRepeated: false, note: '', isOutOfLimits: false }
  const fault =
    isPressed && valueC === null
      ? t('daySheet.round.range', { low: LOWEST_CHECK_C, high: HIGHEST_CHECK_C })
      : null

  const next = () => {
    setPressed(true)
    if (valueC === null) return display.current?.focus()
    if (!isOutOfLimits(valueC, place.limits)) return onRecord(measured)
    setPressed(false)
    setQuestion('out')
  }
  const recordOut = () => {
    setPressed(true)
    if (note.trim() === '') return noteInput.current?.focus()
    onRecord({ ...measured, note: note.trim(), isOutOfLimits: true })
  }
  const skip = (why: SkipReason) => {
    if (why !== 'other') return onRecord({ ...measured, valueC: null, skipReason: why })
    setReason(why)
  }
  const recordOther = () => {
    setPressed(true)
    if (note.trim() === '') return noteInput.current?.focus()
    onRecord({ ...measured, valueC: null, skipReason: 'other', note: note.trim() })
  }
  const cancel = () => {
    setQuestion(null)
    setReason(null)
    setPressed(false)
    display.current?.focus()
  }

  return (
    <section className={styles.step} aria-labelledby={ids.value}>
      <p className={styles.count}>{t('daySheet.round.at', { place: number, places: count })}</p>
      <progress className={styles.progress} max={count} value={number - 1} aria-hidden="true" />
      <h3 id={ids.value} className={styles.place}>
        {place.name}
      </h3>
      <p className={styles.limits}>
        {limits === null ? t('daySheet.round.noLimits') : t('daySheet.round.limits', { limits })}
        {before !== null && (
          <span>
            {' · '}
            {t('daySheet.round.recorded', {
              value: before.valueC === null ? t('daySheet.round.skip') : celsiusText(before.valueC, language),
            })}
          </span>
        )}
      </p>
      {question === null && (
        <form
          className={styles.entry}
          onSubmit={(event) => {
            event.preventDefault()
            next()
          }}
        >
          <div className={styles.display}>
            <input
              ref={display}
              aria-label={t('daySheet.round.value', { place: place.name })}
              aria-invalid={fault !== null || undefined}
              aria-describedby={fault === null ? undefined : ids.fault}
              // the keypad below is larger than that of the phone
              inputMode="none"
              autoComplete="off"
              value={text.replace('-', '−')}
              onChange={(event) => {
                const typed = event.currentTarget.value.replace(/[−-]/g, '-').replace(',', '.')
                setText((was) => (/^-?\d{0,3}(\.\d?)?$/.test(typed) ? typed : was))
              }}
            />
            <span aria-hidden="true">°C</span>
          </div>
          <p id={ids.fault} role="alert" className={styles.fault}>
            {fault}
          </p>
          <Keypad
            onKey={(key) => {
              setText((was) => typedWith(was, key))
              display.current?.focus()
            }}
          />
          <div className={styles.acts}>
            <button
              type="button"
              className={styles.act}
              disabled={onBack === null}
              onClick={() => onBack?.()}
            >
              {t('daySheet.round.back')}
            </button>
            <button type="button" className={styles.act} onClick={() => setQuestion('skip')}>
              {t('daySheet.round.skip')}
            </button>
            <button type="submit" className={styles.act} data-main>
              {t('daySheet.round.next')}
            </button>
          </div>
        </form>
      )}
      {question === 'out' && valueC !== null && (
        <fieldset className={styles.question}>
          <p className={styles.outTitle} role="alert">
            <Icon name="alert" size={20} />
            {t('daySheet.round.outTitle', { value: celsiusText(valueC, language), limits: limits ?? '' })}
          </p>
          <button
            type="button"
            className={styles.act}
            data-main
            onClick={() => onRecord({ ...measured, isRepeated: true, isOutOfLimits: true })}
          >
            {t('daySheet.round.again')}
          </button>
          <TextAreaField
            ref={noteInput}
            label={t('daySheet.round.note')}
            value={note}
            maxLength={MOST_NOTE_LETTERS}
            error={isPressed && note.trim() === '' ? t('daySheet.round.noteNeeded') : null}
            onChange={setNote}
          />
          <button type="button" className={styles.act} onClick={recordOut}>
            {t('daySheet.round.correct')}
          </button>
          <Button variant="quiet" onClick={cancel}>
            {t('daySheet.round.back')}
          </Button>
        </fieldset>
      )}
      {question === 'skip' && (
        <fieldset className={styles.question}>
          <legend className={styles.outTitle}>{t('daySheet.round.whySkip')}</legend>
          {reason === null &&
            skipReasons.map((why) => (
              <button key={why} type="button" className={styles.act} onClick={() => skip(why)}>
                {t(`daySheet.skipped.${why}`)}
              </button>
            ))}
          {reason !== null && (
            <>
              <TextAreaField
                ref={noteInput}
                label={t('daySheet.round.whyNote')}
                value={note}
                maxLength={MOST_NOTE_LETTERS}
                error={isPressed && note.trim() === '' ? t('daySheet.round.whyNeeded') : null}
                onChange={setNote}
              />
              <button type="button" className={styles.act} data-main onClick={recordOther}>
                {t('daySheet.round.record')}
              </button>
            </>
          )}
          <Button variant="quiet" onClick={cancel}>
            {t('daySheet.round.back')}
          </Button>
        </fieldset>
      )}
    </section>
  )
}
