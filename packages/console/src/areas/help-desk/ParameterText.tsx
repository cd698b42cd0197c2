import type { Parameter } from '@coldkeep/domain/parameters/parameter'
import type { ReadText } from '@coldkeep/domain/parameters/parameter-text'
import { formatNumber } from '@coldkeep/phrases/format'
import { useId, useRef } from 'react'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './help-desk.module.css'

export interface ParameterTextProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly faults: ReadText['faults']
  /** Those that the device has. */
  readonly codes: readonly Pick<Parameter, 'code' | 'name' | 'unit' | 'lowest' | 'highest' | 'step'>[]
}

const FEWEST_LINES = 8
const MOST_LINES = 24
const LONGEST = 20_000

/** A text of parameters with numbered lines; what is wrong with a line stands below, by its number. */
export function ParameterText({ text, onText, faults, codes }: ParameterTextProps) {
  const t = useText()
  const language = useLanguage()
  const id = useId()
  const numbers = useRef<HTMLDivElement>(null)
  const lines = text.split('\n')
  const rows = Math.min(MOST_LINES, Math.max(FEWEST_LINES, lines.length + 1))
  const number = (value: number, unit: string) => formatNumber(language, value, { unit })
  return (
    <>
      <label htmlFor={id} className={styles.label}>
        {t('helpDesk.parameters.text')}
      </label>
      <div className={styles.editor} data-wrong={faults.size > 0 || undefined}>
        <div ref={numbers} className={styles.numbers} aria-hidden="true">
          {lines.map((_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
            <span key={place} data-wrong={faults.has(place + 1) || undefined}>
              {place + 1}
            </span>
          ))}
        </div>
        <textarea
          id={id}
          value={text}
          rows={rows}
          maxLength={LONGEST}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          aria-invalid={faults.size > 0 || undefined}
          aria-describedby={`${id}-faults ${id}-help`}
          onChange={(event) => onText(event.currentTarget.value)}
          onScroll={({ currentTarget }) => {
            if (numbers.current !== null) numbers.current.scrollTop = currentTarget.scrollTop
          }}
        />
      </div>
      <ul id={`${id}-faults`} className={styles.faults}>
        {[...faults].map(([line, fault]) => (
          <li key={line}>
            {t('helpDesk.parameters.line', { line })} {t(`helpDesk.parameters.fault.${fault}`)}
          </li>
        ))}
      </ul>
      <details id={`${id}-help`} className={styles.codes}>
        <summary>{t('helpDesk.parameters.codes', { count: codes.length })}</summary>
        <ul>
          {codes.map(({ code, name, unit, lowest, highest, step }) => (
            <li key={code}>
              <code>{code}</code> {name}{' '}
              <span className={frame.note}>
                {t('helpDesk.parameters.bounds', {
                  low: number(lowest, unit),
                  high: number(highest, unit),
                  step: number(step, unit),
                })}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}
