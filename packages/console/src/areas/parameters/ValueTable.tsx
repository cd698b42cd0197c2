import type { Parameter } from '@coldkeep/domain/parameters/parameter'
import { parameterGroups } from '@coldkeep/domain/parameters/parameter'
import { memo, useMemo } from 'react'
import { Button } from '../../kit/Button'
import { CheckField } from '../../kit/field/CheckField'
import { NumberField } from '../../kit/field/NumberField'
import { TextField } from '../../kit/field/TextField'
import { Icon } from '../../kit/icons'
import { useLanguage, useText } from '../../kit/text'
import { type DraftValue, type FileDetail, type FileDraft, unset } from './file-draft'
import { figureText, parameterName } from './parameter-words'
import styles from './parameters.module.css'

const LONGEST_REASON = 200

export interface ValueTableProps {
  readonly detail: FileDetail
  readonly draft: FileDraft
  readonly faults: ReadonlyMap<string, string>
  readonly isReadOnly: boolean
  readonly onChange: (code: string, value: DraftValue) => void
}

/** The parameters of a model by what they are about, each with what the file says of it. */
export function ValueTable({ detail, draft, faults, isReadOnly, onChange }: ValueTableProps) {
  const t = useText()
  const { parameters, values, locked } = detail
  const groups = useMemo(() => {
    const own = parameters.filter(({ group }) => draft.kind === 'all' || group === draft.kind)
    return parameterGroups
      .map((group) => ({ group, parameters: own.filter((one) => one.group === group) }))
      .filter((one) => one.parameters.length > 0)
  }, [parameters, draft.kind])
  const shown = new Set(groups.flatMap((one) => one.parameters.map(({ code }) => code)))
  const foreign = Object.entries(draft.values).filter(
    ([code, { value }]) => value !== null && !shown.has(code),
  )
  const savedValues = useMemo(() => new Map(values.map((value) => [value.code, value])), [values])
  const locks = useMemo(() => new Map(locked.map((one) => [one.code, one])), [locked])
  return (
    <div className={styles.frame}>
      <table className={styles.values} aria-label={t('parameters.files.values')}>
        <thead>
          <tr>
            <th scope="col">{t('parameters.parameter')}</th>
            <th scope="col">{t('parameters.editor.value')}</th>
            <th scope="col">{t('parameters.editor.allowed')}</th>
            <th scope="col">{t('parameters.factory')}</th>
            <th scope="col">{t('parameters.editor.reason')}</th>
            <th scope="col" className={styles.lock}>
              {t('parameters.editor.lock')}
            </th>
          </tr>
        </thead>
        {groups.map(({ group, parameters: own }) => (
          <tbody key={group}>
            <tr>
              <th colSpan={6} scope="rowgroup" className={styles.group}>
                {t(`parameters.kind.${group}`)}
              </th>
            </tr>
            {own.map((parameter) => (
              <ValueRow
                key={parameter.code}
                parameter={parameter}
                value={draft.values[parameter.code] ?? unset}
                saved={savedValues.get(parameter.code)?.value ?? null}
                lock={locks.get(parameter.code)}
                fault={faults.get(parameter.code) ?? null}
                isReadOnly={isReadOnly}
                onChange={onChange}
              />
            ))}
          </tbody>
        ))}
        {foreign.length > 0 && (
          <tbody>
            <tr>
              <th colSpan={6} scope="rowgroup" className={styles.group}>
                {t('parameters.editor.foreign')}
              </th>
            </tr>
            {foreign.map(([code, { value }]) => {
              const name = nameOf(parameters, code)
              return (
                <tr key={code}>
                  <th scope="row" className={styles.name}>
                    {name}
                  </th>
                  <td className={styles.value}>{value}</td>
                  <td colSpan={3}>{faults.get(code)}</td>
                  <td className={styles.lock}>
                    {!isReadOnly && (
                      <Button
                        size="small"
                        variant="quiet"
                        aria-label={t('parameters.editor.removeOf', { name })}
                        onClick={() => onChange(code, unset)}
                      >
                        {t('parameters.editor.remove')}
                      </Button>
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        )}
      </table>
    </div>
  )
}

function nameOf(parameters: readonly Parameter[], code: string): string {
  const parameter = parameters.find((one) => one.code === code)
  return parameter === undefined ? code : parameterName(parameter)
}

interface ValueRowProps {
  readonly parameter: Parameter
  readonly value: DraftValue
  readonly saved: number | null
  readonly lock: FileDetail['locked'][number] | undefined
  readonly fault: string | null
  readonly isReadOnly: boolean
  readonly onChange: (code: string, value: DraftValue) => void
}

/** A keystroke in one of two hundred rows draws that row alone. */
const ValueRow = memo(function ValueRow(props: ValueRowProps) {
  const { parameter, value, saved, lock, fault, isReadOnly, onChange } = props
  const t = useText()
  const language = useLanguage()
  const { code, lowest, highest, step, factoryValue, unit } = parameter
  const name = parameterName(parameter)
  const text = (one: number | null) => figureText(parameter, one, language)
  const isHeld = lock !== undefined && value.value === null
  const isSet = value.value !== null
  return (
    <tr data-set={isSet || undefined}>
      <th scope="row" className={styles.name}>
        {name}
        <span className={styles.sub}>
          <span className={styles.code}>
            {[parameter.name, code].filter((one) => one !== name).join(' · ')}
          </span>
        </span>
      </th>
      <td className={styles.value}>
        {isHeld ? (
          <span className={styles.locked}>
            <Icon name="lock" />
            {t('parameters.editor.faultLocked', { owner: lock.owner, value: text(lock.value) })}
          </span>
        ) : (
          <NumberField
            label={t('parameters.editor.valueOf', { name })}
            hideLabel
            disabled={isReadOnly}
            unit={unit === '' ? undefined : unit}
            min={lowest < 0 ? lowest : undefined}
            placeholder={t('parameters.editor.unset')}
            unreadable={Number.NaN}
            value={value.value}
            error={fault}
            changed={value.value !== saved}
            onChange={(next) => onChange(code, { ...value, value: next })}
          />
        )}
      </td>
      <td className={styles.range}>
        {t('parameters.editor.range', { low: text(lowest), high: text(highest) })}
        <span className={styles.sub}>{t('parameters.editor.inSteps', { step: text(step) })}</span>
      </td>
      <td className={styles.factory}>
        <span className={styles.caption}>{t('parameters.factory')}</span>
        {text(factoryValue)}
      </td>
      <td className={styles.reason}>
        {isSet && (
          <TextField
            label={t('parameters.editor.reasonOf', { name })}
            hideLabel
            disabled={isReadOnly}
            placeholder={t('parameters.editor.reason')}
            maxLength={LONGEST_REASON}
            value={value.reason}
            onChange={(reason) => onChange(code, { ...value, reason })}
          />
        )}
      </td>
      <td className={styles.lock}>
        {isSet && (
          <CheckField
            label={t('parameters.editor.lockOf', { name })}
            hideLabel
            disabled={isReadOnly}
            checked={value.isLocked}
            onChange={(isLocked) => onChange(code, { ...value, isLocked })}
          />
        )}
      </td>
    </tr>
  )
})
