import type { home as english } from '../en/home'
import type { Translation } from '../keys'

export const home = {
  scope: { all: '全組織', line: '{{name}} · {{stores}} · {{devices}}' },
  connection: {
    title: '機器接続率',
    today: '本日',
    yesterday: '昨日',
    change: '前日比 {{points}} pt',
    news: '{{time}} – {{what}}',
    noneLost: 'すべてのホストが接続中です',
    lost_other: '{{count, number}} 台のホストが通信断です',
    back_other: '{{place}} で {{count, number}} 台のホストが復帰',
  },
} satisfies Translation<typeof english>
