import type { operation as english } from '../en/operation'
import type { Translation } from '../keys'

export const operation = {
  title: '运行分析',
  byState: '各状态时长',
  runsByDay: '每日压缩机运行次数',
  table: '设备',
  runs: '运行次数',
  meanRun: '平均运行时长',
  longestRun: '最长运行时长',
  startsPerHour: '每小时启动',
  defrosts: '除霜',
  mostly: '主要状态',
  doorOpenings: '开门次数',
  state: {
    cooling: '制冷',
    pulldown: '降温',
    defrost: '除霜',
    door: '开门',
    standby: '待机',
    off: '停机',
    offline: '离线',
  },
  stateSummary: '制冷与降温占 {{cooling}}，待机 {{standby}}，离线 {{offline}}。',
  runsSummary: '本期运行 {{runs}} 次，每台每小时启动 {{perHour}} 次，平均每次 {{minutes}} 分钟。',
  home: {
    today: '今日制冷与降温',
    yesterday: '昨日制冷与降温',
    longest: '最长运行 {{hours}} 小时：{{store}} {{device}}',
    offline: '离线时间占 {{share}}',
  },
} satisfies Translation<typeof english>
