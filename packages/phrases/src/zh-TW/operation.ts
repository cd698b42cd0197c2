import type { operation as english } from '../en/operation'
import type { Translation } from '../keys'

export const operation = {
  title: '運轉分析',
  byState: '各狀態時間',
  runsByDay: '每日壓縮機運轉次數',
  table: '設備',
  runs: '運轉次數',
  meanRun: '平均運轉時間',
  longestRun: '最長運轉時間',
  startsPerHour: '每小時啟動',
  defrosts: '除霜',
  mostly: '主要狀態',
  doorOpenings: '開門次數',
  state: {
    cooling: '製冷',
    pulldown: '降溫',
    defrost: '除霜',
    door: '開門',
    standby: '待機',
    off: '停機',
    offline: '離線',
  },
  stateSummary: '製冷與降溫占 {{cooling}}，待機 {{standby}}，離線 {{offline}}。',
  runsSummary: '本期運轉 {{runs}} 次，每台每小時啟動 {{perHour}} 次，平均每次 {{minutes}} 分鐘。',
  home: {
    today: '今日製冷與降溫',
    yesterday: '昨日製冷與降溫',
    longest: '最長運轉 {{hours}} 小時：{{store}} {{device}}',
    offline: '離線時間占 {{share}}',
  },
} satisfies Translation<typeof english>
