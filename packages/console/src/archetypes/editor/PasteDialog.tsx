import type { Call } from '@coldkeep/contract/call'
import { useMemo, useState } from 'react'
import { useSend } from '../../api/use-call'
import { FormModal } from '../../kit/dialog/FormModal'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { useText } from '../../kit/text'
import { issuesOf } from './call-rules'
import styles from './editor.module.css'
import { faultsOfRefusal } from './field-faults'
import { type PasteRules, readPastedRows } from './paste-rows'
import type { RowCall } from './row-call'

const FAULTS_SHOWN = 50

export interface PasteDialogProps extends PasteRules {
  readonly title: string
  readonly write: RowCall<[rows: readonly PasteRules['initial'][]]>
  readonly invalidates: readonly Call[]
  readonly onSend: () => void
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Many rows at once, copied out of a spreadsheet: checked line by line, then sent as one call. */
export function PasteDialog(props: PasteDialogProps) {
  const { title, fields, initial, issuesOfValues, check, write, onSend, onDone, onClose } = props
  const t = useText()
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const lines = useMemo(
    () => readPastedRows(text, { fields, initial, issuesOfValues, check }, t),
    [text, fields, initial, issuesOfValues, check, t],
  )
  const send = useSend(write.call, { invalidates: props.invalidates, onDone })
  const faults = lines.flatMap(({ line, faults, isTooLong }, index) => {
    const all = { ...faultsOfRefusal(ofRow(refused, index), fields, t), ...faults }
    const words = fields.flatMap(({ key, label }) =>
      all[key] === undefined ? [] : t('kit.table.pasteFault', { line, column: label, what: all[key] }),
    )
    return isTooLong ? [...words, t('kit.table.pasteTooLong', { line, most: fields.length })] : words
  })
  const most = useMemo(
    () =>
      mostRows(
        write,
        lines.map(({ values }) => values),
      ),
    [write, lines],
  )
  const missing = missingWords()
  const submit = () => {
    if (missing !== null) return
    onSend()
    send.mutate(write.inputOf(lines.map(({ values }) => values)), {
      onError: (problem) => setRefused(problem.fields),
    })
  }
  return (
    <FormModal
      opened
      title={title}
      widthPx={800}
      submitLabel={t('kit.table.pasteSend', { count: lines.length })}
      missing={missing}
      dirty={text !== ''}
      busy={send.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.wide}>
        <TextAreaField
          label={t('kit.table.pasteLabel')}
          help={
            <span className={styles.order}>
              {t('kit.table.pasteOrder', { columns: fields.map((field) => field.label).join(' · ') })}
            </span>
          }
          value={text}
          onChange={(next) => {
            setRefused({})
            setText(next)
          }}
          rows={10}
          monospace
        />
        <div role="status">
          {most !== null && <p className={styles.faults}>{t('kit.table.pasteMost', { most })}</p>}
          {faults.length > 0 && (
            <ul className={styles.faults}>
              {faults.slice(0, FAULTS_SHOWN).map((words) => (
                <li key={words}>{words}</li>
              ))}
              {faults.length > FAULTS_SHOWN && (
                <li>{t('kit.table.pasteMore', { count: faults.length - FAULTS_SHOWN })}</li>
              )}
            </ul>
          )}
        </div>
      </div>
    </FormModal>
  )

  function missingWords(): string | null {
    if (lines.length === 0) return t('kit.table.pasteNothing')
    if (most !== null) return t('kit.table.pasteMost', { most })
    return faults.length > 0 ? t('kit.table.pasteFaults', { count: faults.length }) : null
  }
}

/** @returns how many rows the call takes at once, where these are more */
function mostRows(write: PasteDialogProps['write'], rows: readonly PasteRules['initial'][]): number | null {
  if (rows.length === 0) return null
  for (const issue of issuesOf(write.call, write.inputOf(rows)))
    if (issue.code === 'too_big' && issue.origin === 'array') return Number(issue.maximum)
  return null
}

/** What was refused of one row: the first number in the name of a field is the place of its row. */
function ofRow(refused: Readonly<Record<string, string>>, index: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(refused).filter(
      ([path]) => path.split('.').find((step) => /^\d+$/.test(step)) === String(index),
    ),
  )
}
