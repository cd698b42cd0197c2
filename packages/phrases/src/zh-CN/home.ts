import type { home as english } from '../en/home'
import type { Translation } from '../keys'

export const home = {
  scope: { all: '全部组织', line: '{{name}} · {{stores}} · {{devices}}' },
  connection: {
    title: '设备连接率',
    today: '今日',
    yesterday: '昨日',
    change: '较昨日 {{points}} 个百分点',
    news: '{{time}} – {{what}}',
    noneLost: '所有主机均已连接',
    lost_other: '{{count, number}} 台主机失联',
    back_other: '{{place}}有 {{count, number}} 台主机恢复连接',
  },
} satisfies Translation<typeof english>
