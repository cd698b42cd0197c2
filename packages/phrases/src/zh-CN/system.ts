import type { system as english } from '../en/system'
import type { Translation } from '../keys'

export const system = {
  tasks: {
    title: '正在进行的工作',
    progress: '{{percent}} %',
    stepCount: '{{done}} / {{total}}',
    kind: {
      history: '生成历史数据',
      migration: '更新数据库',
      compaction: '压缩读数',
      analysis: '计算分析结果',
      retention: '清理过期读数',
    },
    state: { waiting: '等待中', running: '进行中', done: '已完成', failed: '失败' },
  },
} satisfies Translation<typeof english>
