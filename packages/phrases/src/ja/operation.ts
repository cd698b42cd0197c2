import type { operation as english } from '../en/operation'
import type { Translation } from '../keys'

export const operation = {
  title: '運転分析',
  byState: '状態別の時間',
  runsByDay: '日別の圧縮機運転回数',
  table: '機器',
  runs: '運転回数',
  meanRun: '平均運転時間',
  longestRun: '最長運転時間',
  startsPerHour: '1 時間あたりの始動',
  defrosts: '霜取り',
  mostly: '主な状態',
  doorOpenings: '扉の開閉',
  state: {
    cooling: '冷却',
    pulldown: '急冷',
    defrost: '霜取り',
    door: '扉開',
    standby: '待機',
    off: '停止',
    offline: '通信断',
  },
  stateSummary: '冷却と急冷は {{cooling}}、待機は {{standby}}、通信断は {{offline}} です。',
  runsSummary:
    'この期間の運転は {{runs}} 回、1 台 1 時間あたりの始動は {{perHour}} 回、1 回平均 {{minutes}} 分です。',
  home: {
    today: '本日、冷却と急冷',
    yesterday: '昨日、冷却と急冷',
    longest: '最長運転 {{hours}} 時間：{{store}} の {{device}}',
    offline: '通信断は {{share}}',
  },
} satisfies Translation<typeof english>
