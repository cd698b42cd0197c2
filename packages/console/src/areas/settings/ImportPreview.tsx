import type { importWarningRules } from '@coldkeep/contract/areas/warning-rules'
import type { Answer } from '@coldkeep/contract/call'
import { useMemo } from 'react'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { intensitySentence, ruleSentence } from './rule-words'

type Seen = Answer<typeof importWarningRules>
type Change = Seen['changes'][number]
type Fault = Seen['faults'][number]

/** What a file would change, row by row, or what is wrong with it. */
export function ImportPreview({ seen }: { readonly seen: Seen }) {
  const t = useText()
  const { faults, total, unchanged, changes } = seen
  if (faults.length > 0) return <Faults faults={faults} />
  if (total === 0) return <p role="status">{t('warningRules.nothing')}</p>
  return (
    <>
      <p role="status">{t('warningRules.counted', { count: total, unchanged })}</p>
      <Changes changes={changes} />
      {total > changes.length && (
        <p className={frame.note}>{t('warningRules.more', { shown: changes.length, total })}</p>
      )}
    </>
  )
}

function Changes({ changes }: { readonly changes: readonly Change[] }) {
  const t = useText()
  const language = useLanguage()
  const columns = useMemo((): Column<Change>[] => {
    const words = (values: Change['before'], kind: Change['type']) => {
      if (values === null) return t('warningRules.inherits')
      const rule = {
        isEnabled: values.enabled,
        x: values.x,
        minutes: values.y,
        intensity: values.intensity,
        windowHours: values.windowH,
      }
      const sentences = [ruleSentence(kind, rule, t, language)]
      if (rule.intensity !== null) sentences.push(intensitySentence(kind, rule, t, language) ?? '')
      return sentences.join(' ').trim()
    }
    return [
      { key: 'row', title: t('warningRules.row'), kind: 'number', value: ({ row }) => row, widthPx: 70 },
      {
        key: 'for',
        title: t('warningRules.for'),
        kind: 'text',
        value: ({ name }) => name ?? t('warningRules.everybody'),
      },
      {
        key: 'rule',
        title: t('warningRules.rule'),
        kind: 'text',
        value: ({ type }) => t(`warningRules.kind.${type}`),
      },
      {
        key: 'before',
        title: t('warningRules.before'),
        kind: 'text',
        value: (change) => words(change.before, change.type),
        widthPx: 220,
      },
      {
        key: 'after',
        title: t('warningRules.after'),
        kind: 'text',
        value: (change) => words(change.after, change.type),
        widthPx: 220,
      },
    ]
  }, [t, language])
  return (
    <DataTable
      title={t('warningRules.changes')}
      tableKey="warning-rules import"
      columns={columns}
      rows={changes}
      rowKey={({ row }) => String(row)}
    />
  )
}

function Faults({ faults }: { readonly faults: readonly Fault[] }) {
  const t = useText()
  const columns = useMemo(
    (): Column<Fault>[] => [
      {
        key: 'row',
        title: t('warningRules.row'),
        kind: 'text',
        value: ({ row }) => (row === null ? t('warningRules.whole') : String(row)),
        widthPx: 80,
      },
      {
        key: 'field',
        title: t('warningRules.field'),
        kind: 'text',
        value: ({ field }) => field,
        widthPx: 160,
      },
      {
        key: 'why',
        title: t('warningRules.why'),
        kind: 'text',
        value: ({ message }) => message,
        widthPx: 380,
      },
    ],
    [t],
  )
  return (
    <DataTable
      title={t('warningRules.faults')}
      tableKey="warning-rules faults"
      columns={columns}
      rows={faults}
      rowKey={(fault) => String(faults.indexOf(fault))}
    />
  )
}
