import { type FridgeEntry, mergeFridge, previewFridgeMerge } from '@coldkeep/contract/areas/fridge-lists'
import type { FridgeEntryId } from '@coldkeep/domain/ids'
import type { FridgeList } from '@coldkeep/domain/organisation/fridge-list'
import { useMemo, useState } from 'react'
import { useCall, useSend } from '../../api/use-call'
import { FormModal } from '../../kit/dialog/FormModal'
import { SelectField } from '../../kit/field/SelectField'
import { Link } from '../../kit/Link'
import { Skeleton } from '../../kit/Skeleton'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { paths } from '../../site/paths'
import { listReads } from './use-entries'

export interface MergeDialogProps {
  readonly list: FridgeList
  /** What goes. */
  readonly from: FridgeEntry
  readonly known: readonly FridgeEntry[]
  readonly onClose: () => void
}

/** Two entries of one thing become one; what that changes is shown before. */
export function MergeDialog({ list, from, known, onClose }: MergeDialogProps) {
  const t = useText()
  const [into, setInto] = useState<FridgeEntryId | null>(null)
  const query = useMemo(() => (into === null ? null : { list, from: from.id, into }), [list, from.id, into])
  const preview = useCall(previewFridgeMerge, query && { query }, { quiet: true, staleMs: 0 })
  const merge = useSend(mergeFridge, {
    invalidates: listReads,
    onDone: () => {
      const target = known.find(({ id }) => id === into)?.title ?? ''
      showToast(t('fridgeLists.merge.done', { name: from.title, into: target }))
      onClose()
    },
  })
  const others = known.filter(({ id }) => id !== from.id)
  const shown = preview.data
  const label = t('fridgeLists.merge.into')
  return (
    <FormModal
      opened
      title={t('fridgeLists.merge.title', { name: from.title })}
      submitLabel={t('fridgeLists.merge.button')}
      missing={shown === undefined ? t('kit.field.missing', { fields: label }) : null}
      dirty={false}
      busy={merge.isPending}
      onSubmit={() => {
        if (query === null || shown === undefined) return
        const revisions = { fromRevision: shown.from.revision, intoRevision: shown.into.revision }
        merge.mutate({ body: { ...query, ...revisions } })
      }}
      onClose={onClose}
    >
      <SelectField
        label={label}
        required
        searchable
        value={into === null ? null : String(into)}
        choices={others.map(({ id, title, owner }) => ({
          value: String(id),
          label: owner === null ? title : `${title} (${owner.name})`,
        }))}
        error={preview.error?.message}
        onChange={(next) => setInto(next === null ? null : (Number(next) as FridgeEntryId))}
      />
      {preview.isFetching && shown === undefined && <Skeleton height={48} />}
      {shown !== undefined && (
        <div className={frame.stack} role="status">
          {shown.devices === 0 ? (
            <p>{t('fridgeLists.merge.noDevices')}</p>
          ) : (
            <div>
              <p>{t('fridgeLists.merge.devices', { count: shown.devices, into: shown.into.title })}</p>
              <ul>
                {shown.examples.map(({ id, name, store }) => (
                  <li key={id}>
                    <Link href={paths.device(id)}>{`${store} · ${name}`}</Link>
                  </li>
                ))}
                {shown.devices > shown.examples.length && (
                  <li>{t('fridgeLists.merge.more', { count: shown.devices - shown.examples.length })}</li>
                )}
              </ul>
            </div>
          )}
          {shown.retired > 0 && <p>{t('fridgeLists.merge.retired', { count: shown.retired })}</p>}
          <p>{t('fridgeLists.merge.gone', { name: from.title })}</p>
        </div>
      )}
    </FormModal>
  )
}
