import type { due as english } from '../en/due'
import type { Translation } from '../keys'

export const due = {
  title: '待辦工作',
  upkeepSoon: '7 天內到期的保養',
  upkeepOverdue: '逾期的保養',
  repairs: '處理中的維修',
  ownRepairs: '由我負責',
  updates: '進行中的更新作業',
  failed: '無法載入待辦工作。',
} satisfies Translation<typeof english>
