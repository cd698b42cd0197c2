import type { NoticeTargetDraft } from '@coldkeep/contract/areas/notices'
import {
  isNewKey,
  type SettingsTarget,
  type StoreSettings,
  settingsTarget,
} from '@coldkeep/contract/areas/store-settings'
import { isSame } from '@coldkeep/domain/organisation/merge-answers'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import type { DraftValues, EditorField } from '../../archetypes/editor/editor-field'
import { RowsEditor } from '../../archetypes/editor/RowsEditor'
import { Button } from '../../kit/Button'
import type { Column } from '../../kit/table/column'
import { useLanguage, useText } from '../../kit/text'
import { targetColumns } from '../../parts/target-columns'
import {
  blankTarget,
  channelText,
  checkTarget,
  draftRecipientText,
  type NoticeOptions,
  targetFields,
} from '../notices/target-form'
import { faultOfRow, nextKey, type SetupStepProps } from './setup-step'

/** Targets of the department of the store and no other: their current settings, and what becomes of them. */
export function OwnTargets(
  props: SetupStepProps & { readonly options: NoticeOptions; readonly base: StoreSettings },
) {
  const { settings, edit, options, faults, base } = props
  const t = useText()
  const language = useLanguage()
  const targets = settings.targets ?? []
  const fields = useMemo(
    () => (words: Translate) =>
      targetFields(options, words).filter(
        ({ key }) => key !== 'departments',
      ) as unknown as readonly EditorField<SettingsTarget>[],
    [options],
  )
  const columns = useMemo(
    () => (words: Translate) => ownColumns(words, { options, known: base.targets ?? [], faults }),
    [options, base.targets, faults],
  )
  const { departments: _, ...blank } = blankTarget(options, language)
  const put = (next: readonly SettingsTarget[]) => edit({ targets: [...next] })
  const replace = (row: SettingsTarget) => put(targets.map((one) => (one.key === row.key ? row : one)))
  return (
    <RowsEditor<SettingsTarget, SettingsTarget>
      title={t('storeSettings.ownTargets')}
      tableKey="store settings targets"
      rows={targets}
      rowKey={({ key }) => key}
      nameOf={({ name }) => name}
      columns={columns}
      form={{
        fields,
        blank: {
          ...blank,
          key: 'n1',
          isRemoved: false,
          zone: settings.store.time_zone || blank.zone,
        },
        draftOf: (row) => row,
        rowOf: (draft, before) => ({ ...draft, key: before?.key ?? nextKey(targets), isRemoved: false }),
        shape: settingsTarget,
        check: (values, words) => checkTarget(values as unknown as DraftValues<NoticeTargetDraft>, words),
      }}
      onPut={(row, before) => (before === null ? put([...targets, row]) : replace(row))}
      onRemove={(row) =>
        isNewKey(row.key)
          ? put(targets.filter(({ key }) => key !== row.key))
          : replace({ ...row, isRemoved: true })
      }
      consequence={({ key }) => (isNewKey(key) ? null : t('notices.targetGoes'))}
      rowActions={(row) =>
        row.isRemoved && (
          <Button
            size="small"
            aria-label={t('storeSettings.keep', { name: row.name })}
            onClick={() => replace({ ...row, isRemoved: false })}
          >
            {t('storeSettings.keepRow')}
          </Button>
        )
      }
      emptyTitle={t('storeSettings.noOwnTargets')}
    />
  )
}

function ownColumns(
  t: Translate,
  table: {
    readonly options: NoticeOptions
    readonly known: readonly SettingsTarget[]
    readonly faults: SetupStepProps['faults']
  },
): readonly Column<SettingsTarget>[] {
  const { options, faults } = table
  const known = new Map(table.known.map((target) => [target.key, target]))
  return [
    { key: 'name', title: t('notices.name'), kind: 'text', value: (row) => row.name },
    {
      key: 'state',
      title: t('storeSettings.state'),
      kind: 'status',
      wraps: 'words',
      value: (row) => {
        const why = faultOfRow(faults, `targets.${row.key}`)
        if (why !== undefined) return t('storeSettings.faulty', { why })
        if (row.isRemoved) return t('storeSettings.goes')
        if (isNewKey(row.key)) return t('storeSettings.added')
        return t(isSame(known.get(row.key), row) ? 'storeSettings.asIs' : 'storeSettings.changed')
      },
    },
    {
      key: 'recipient',
      title: t('notices.recipient'),
      kind: 'text',
      value: (row) => `${channelText(options, row.channel, t)} · ${draftRecipientText(options, row, t)}`,
    },
    ...targetColumns(t),
  ]
}
