import { type NoticeTargetDraft, noticeOptions } from '@coldkeep/contract/areas/notices'
import { type SettingsTarget, settingsTarget } from '@coldkeep/contract/areas/store-settings'
import type { Translate } from '@coldkeep/phrases/keys'
import { lazy, Suspense, useMemo } from 'react'
import { useCall } from '../../api/use-call'
import type { DraftValues, EditorField } from '../../archetypes/editor-field'
import { RowsEditor } from '../../archetypes/RowsEditor'
import { Skeleton } from '../../kit/Skeleton'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { toldColumns } from '../../parts/told-columns'
import {
  blankTarget,
  channelText,
  checkTarget,
  type NoticeOptions,
  targetFields,
} from '../notices/target-form'
import { ReadOnlyReason } from './ReadOnlyReason'
import { nextKey, type SetupStepProps } from './setup-step'
import styles from './store-settings.module.css'

const ToldAlready = lazy(() => import('./ToldAlready').then((part) => ({ default: part.ToldAlready })))
/** Of a table that is on its way. */
const TABLE_HEIGHT_PX = 160

/** Who is told of alarms of the department already, and who is added. */
export function TargetPart(props: SetupStepProps) {
  const { settings } = props
  const t = useText()
  const isReadable = settings.targets !== null
  const options = useCall(noticeOptions, isReadable ? {} : null, { quiet: true }).data
  return (
    <section className={frame.stack} aria-label={t('storeSettings.targets')}>
      <h3>{t('storeSettings.targets')}</h3>
      {!isReadable && <ReadOnlyReason page={t('shell.pages.notificationTargets')} />}
      {isReadable && options === undefined && <Skeleton height={TABLE_HEIGHT_PX} />}
      {isReadable && options !== undefined && (
        <>
          <p className={frame.note}>{t('storeSettings.targetsNote')}</p>
          <Suspense fallback={<Skeleton height={TABLE_HEIGHT_PX} />}>
            <ToldAlready department={settings.department} options={options} />
          </Suspense>
          <NewTargets options={options} {...props} />
        </>
      )}
    </section>
  )
}

function NewTargets(props: SetupStepProps & { readonly options: NoticeOptions }) {
  const { settings, edit, options, faults } = props
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
    () => (words: Translate) => [
      {
        key: 'name',
        title: words('notices.name'),
        kind: 'text' as const,
        value: (row: SettingsTarget) => row.name,
      },
      {
        key: 'channel',
        title: words('notices.channelTitle'),
        kind: 'text' as const,
        value: (row: SettingsTarget) => channelText(options, row.channel, words),
      },
      ...toldColumns(words),
    ],
    [options],
  )
  const { departments: _, ...blank } = blankTarget(options, language)
  const fault = Object.entries(faults).find(([path]) => path.startsWith('targets.'))?.[1]
  return (
    <>
      {fault !== undefined && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      <RowsEditor<SettingsTarget, SettingsTarget>
        title={t('storeSettings.newTargets')}
        tableKey="store settings targets"
        rows={targets}
        rowKey={({ key }) => key}
        nameOf={({ name }) => name}
        columns={columns}
        fields={fields}
        blank={{ ...blank, key: 'n1', zone: settings.store.time_zone || blank.zone }}
        draftOf={(row) => row}
        rowOf={(draft, before) => ({ ...draft, key: before?.key ?? nextKey(targets) })}
        shape={settingsTarget}
        check={(values, words) => checkTarget(values as unknown as DraftValues<NoticeTargetDraft>, words)}
        onPut={(row, before) =>
          edit({
            targets:
              before === null
                ? [...targets, row]
                : targets.map((one) => (one.key === before.key ? row : one)),
          })
        }
        onRemove={(row) => edit({ targets: targets.filter(({ key }) => key !== row.key) })}
        emptyTitle={t('storeSettings.noNewTargets')}
      />
    </>
  )
}
