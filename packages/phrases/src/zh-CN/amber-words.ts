import type { amberWords as english } from '../en/amber-words'
import type { Translation } from '../keys'

export const amberWords = {
  record: {
    enabled: '告警服务已启用，至 {{until}}',
    disabled: '告警服务已停用',
    renewed: '已续期至 {{until}}（原至 {{from}}）',
    changed: '到期日由 {{from}} 改为 {{until}}',
    ended: '已到期，最后一日为 {{until}}',
    notified: '已发送告警（{{channel}}）：{{title}}',
    correct: '已冲正：{{part}}',
    none: '无日期',
  },
  news: {
    today: '{{name}} 的告警服务今日到期',
    ends_other: '{{name}} 的告警服务将于 {{count, number}} 天后到期',
    until: '最后一日：{{day}}。次日起不再向该工程师发送告警。',
  },
  handedOver: '{{from}} 已将 {{department}} 的值班交给 {{to}}',
  handedOverTime: '自 {{start}} 至 {{end}}',
} as const satisfies Translation<typeof english>
