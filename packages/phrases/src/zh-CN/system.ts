import type { system as english } from '../en/system'
import type { Translation } from '../keys'

export const system = {
  tasks: {
    title: '正在进行的工作',
    work: '任务',
    stateTitle: '状态',
    done: '进度',
    started: '开始',
    ended: '结束',
    message: '备注',
    none: '还没有运行过任务。',
    progress: '{{percent}}\u202f%',
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
