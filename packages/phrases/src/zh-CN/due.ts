import type { due as english } from '../en/due'
import type { Translation } from '../keys'

export const due = {
  title: '待办工作',
  upkeepSoon: '7 天内到期的保养',
  upkeepOverdue: '逾期的保养',
  repairs: '处理中的维修',
  ownRepairs: '由我负责',
  updates: '进行中的更新任务',
  failed: '无法加载待办工作。',
} satisfies Translation<typeof english>
