import type { NoticeTarget } from '@coldkeep/contract/areas/notices'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Column } from '../kit/table/column'

type Told = Pick<NoticeTarget, 'kinds' | 'lowest_priority' | 'quiet_from' | 'quiet_until'>

/** What a notification target tells, from which priority on, and when it does not. */
export function toldColumns(t: Translate): readonly Column<Told>[] {
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
      value: (row) => t(`alarms.priority.${row.lowest_priority}`),
    },
    {
      key: 'quiet',
      title: t('notices.quietHours'),
      kind: 'text',
      value: ({ quiet_from: from, quiet_until: until }) =>
        from === '' ? '' : t('notices.quietSpan', { from, until }),
    },
  ]
}
