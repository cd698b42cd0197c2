import type { system as english } from '../en/system'
import type { Translation } from '../keys'

export const system = {
  tasks: {
    title: '進行中的作業',
    work: '作業',
    stateTitle: '狀態',
    done: '進度',
    started: '開始',
    ended: '結束',
    message: '備註',
    none: '尚未執行過作業。',
    progress: '{{percent}}\u202f%',
    stepCount: '{{done}} / {{total}}',
    kind: {
      history: '產生歷史資料',
      migration: '更新資料庫',
      compaction: '壓縮讀值',
      analysis: '計算分析結果',
      retention: '清除過期讀值',
    },
    state: { waiting: '等待中', running: '進行中', done: '已完成', failed: '失敗' },
  },
} satisfies Translation<typeof english>
