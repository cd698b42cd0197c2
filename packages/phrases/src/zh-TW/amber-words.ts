import type { amberWords as english } from '../en/amber-words'
import type { Translation } from '../keys'

export const amberWords = {
  record: {
    enabled: '告警服務已啟用，至 {{until}}',
    disabled: '告警服務已停用',
    renewed: '已續期至 {{until}}（原至 {{from}}）',
    changed: '到期日由 {{from}} 改為 {{until}}',
    ended: '已到期，最後一日為 {{until}}',
    notified: '已傳送告警（{{channel}}）：{{title}}',
    correct: '已沖正：{{part}}',
    none: '無日期',
  },
  news: {
    today: '{{name}} 的告警服務今日到期',
    ends_other: '{{name}} 的告警服務將於 {{count, number}} 天後到期',
    until: '最後一日：{{day}}。次日起不再向該工程師傳送告警。',
  },
  handedOver: '{{from}} 已將 {{department}} 的值班交給 {{to}}',
  handedOverTime: '自 {{start}} 至 {{end}}',
} as const satisfies Translation<typeof english>
