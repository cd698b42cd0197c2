import type { WarningSetting } from '@coldkeep/contract/areas/warning-rules'
import { formatInstant } from '@coldkeep/phrases/format'
import { useMemo } from 'react'
import { IconButton } from '../../kit/IconButton'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import type { AnsweredRows } from '../../kit/table/row-source'
import { TableSearch } from '../../kit/table/TableSearch'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { placeWords, ruleKey, ruleSentence } from './rule-words'

export interface RuleTableProps {
  readonly rules: AnsweredRows<WarningSetting>
  /** More than are listed. */
  readonly total: number
  readonly onEdit: (rule: WarningSetting) => void
  readonly onRemove: (rule: WarningSetting) => void
}

/** The rules that departments and stores below a place have of their own. */
export function RuleTable({ rules, total, onEdit, onRemove }: RuleTableProps) {
  const t = useText()
  const language = useLanguage()
  const columns = useMemo(
    (): Column<WarningSetting>[] => [
      { key: 'for', title: t('warningRules.for'), kind: 'text', value: (rule) => placeWords(rule, t) },
      {
        key: 'rule',
        title: t('warningRules.rule'),
        kind: 'text',
        value: ({ kind }) => t(`warningRules.kind.${kind}`),
      },
      {
        key: 'state',
        title: t('warningRules.state'),
        kind: 'text',
        value: ({ isEnabled }) => t(isEnabled ? 'warningRules.on' : 'warningRules.isOff'),
      },
      {
        key: 'meaning',
        title: t('warningRules.meaning'),
        kind: 'text',
        value: (rule) => ruleSentence(rule.kind, rule, t, language),
        widthPx: 420,
      },
      {
        key: 'saved',
        title: t('warningRules.saved'),
        kind: 'text',
        value: ({ changedBy, changedAt }) =>
          changedAt === null
            ? null
            : t('warningRules.savedBy', { name: changedBy ?? '', time: formatInstant(changedAt) }),
      },
    ],
    [t, language],
  )
  const named = (rule: WarningSetting) => ({
    rule: `${t(`warningRules.kind.${rule.kind}`)}, ${placeWords(rule, t)}`,
  })
  return (
    <>
      <DataTable
        title={t('warningRules.readList')}
        tableKey="warning-rules"
        columns={columns}
        rows={rules}
        rowKey={ruleKey}
        filterColumn="rule"
        onOpen={onEdit}
        empty={{ title: t('warningRules.noneBelow') }}
        rowActions={(rule) => (
          <>
            <IconButton
              size="small"
              icon="edit"
              label={t('warningRules.editRule', named(rule))}
              onClick={() => onEdit(rule)}
            />
            <IconButton
              size="small"
              icon="remove"
              label={t('warningRules.backRule', named(rule))}
              onClick={() => onRemove(rule)}
            />
          </>
        )}
        tools={<TableSearch />}
      />
      {total > rules.rows.length && (
        <p className={frame.note}>{t('warningRules.more', { shown: rules.rows.length, total })}</p>
      )}
    </>
  )
}
