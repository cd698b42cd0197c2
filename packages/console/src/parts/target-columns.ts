import type { NoticeTarget } from '@coldkeep/contract/areas/notices'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Column } from '../kit/table/column'

type ListedTarget = Pick<NoticeTarget, 'kinds' | 'lowestPriority' | 'quietFrom' | 'quietUntil'>

/** What a notification target is sent, from which priority on, and when it is not. */
export function targetColumns(t: Translate): readonly Column<ListedTarget>[] {
  return [
    {
      key: 'kinds',
      title: t('notices.kinds'),
      kind: 'text',
      value: ({ kinds }) =>
        kinds.map((kind) => t(`notices.kind.${kind}`)).join(', ') || t('notices.onlyStep'),
    },
    {
      key: 'priority',
      title: t('notices.lowestPriority'),
      kind: 'status',
      value: (row) => t(`alarms.priority.${row.lowestPriority}`),
    },
    {
      key: 'quiet',
      title: t('notices.quietHours'),
      kind: 'text',
      value: ({ quietFrom: from, quietUntil: until }) =>
        from === '' ? '' : t('notices.quietSpan', { from, until }),
    },
  ]
}
