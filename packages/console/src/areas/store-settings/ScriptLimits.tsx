import { listStoreLimits, type WireStoreLimit } from '@coldkeep/contract/areas/store-settings'
import type { StoreId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { pagePaths } from '../../site/paths'

const PAGE_SIZE = 10

/** Alarm rules that scripts have brought to the store; nothing where there are none. */
export function ScriptLimits({ storeId }: { readonly storeId: StoreId }) {
  const t = useText()
  const limits = useCall(listStoreLimits, { query: { storeId } }, { quiet: true }).data?.limits ?? []
  const columns = useMemo(() => columnsOf(t), [t])
  if (limits.length === 0) return null
  return (
    <>
      <DataTable
        title={t('storeSettings.scriptLimits')}
        tableKey="store settings script limits"
        columns={columns}
        rows={limits}
        rowKey={({ device, point }) => `${device.id} ${point}`}
        pageSize={PAGE_SIZE}
      />
      <p className={frame.note}>{t('storeSettings.scriptLimitsNote')}</p>
    </>
  )
}

function columnsOf(t: Translate): readonly Column<WireStoreLimit>[] {
  return [
    { key: 'device', title: t('equipment.name'), kind: 'text', value: ({ device }) => device.name },
    { key: 'point', title: t('storeSettings.point'), kind: 'text', value: ({ point }) => point },
    {
      key: 'low',
      title: t('storeSettings.below'),
      kind: 'text',
      value: ({ low, lowMinutes, unit }) => branchWords(low, lowMinutes, unit, t),
    },
    {
      key: 'high',
      title: t('storeSettings.above'),
      kind: 'text',
      value: ({ high, highMinutes, unit }) => branchWords(high, highMinutes, unit, t),
    },
    {
      key: 'lost',
      title: t('storeSettings.silent'),
      kind: 'text',
      value: ({ lostMinutes: minutes }) => (minutes < 0 ? '' : t('storeSettings.afterMinutes', { minutes })),
    },
    {
      key: 'script',
      title: t('storeSettings.fromScript'),
      kind: 'text',
      wraps: 'words',
      value: ({ script }) => script,
      href: ({ script }) => (script === '' ? null : pagePaths.scripts),
    },
  ]
}

/** Empty where that side is off. */
function branchWords(limit: number, minutes: number, unit: string, t: Translate): string {
  if (minutes < 0) return ''
  return t('storeSettings.limitAfter', { limit, unit, minutes })
}
