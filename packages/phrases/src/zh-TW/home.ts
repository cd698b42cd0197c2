import type { home as english } from '../en/home'
import type { Translation } from '../keys'

export const home = {
  scope: { all: '全部組織', line: '{{name}} · {{stores}} · {{devices}}' },
  connection: {
    title: '設備連線率',
    today: '今日',
    yesterday: '昨日',
    change: '較昨日 {{points}} 個百分點',
    news: '{{time}} – {{what}}',
    noneLost: '所有主機皆已連線',
    lost_other: '{{count, number}} 台主機離線',
    back_other: '{{place}}有 {{count, number}} 台主機恢復連線',
  },
} satisfies Translation<typeof english>
