import type { logDownload as english } from '../en/log-download'
import type { Translation } from '../keys'

export const logDownload = {
  fileWord: '日志',
  removed: '日志已送达，之后从服务器移除。',
  store: '门店',
  allStores: '所有门店',
  period: '日期',
  byDays: '这些日子的内容',
  allTimes: '所有日子的内容',
  files: '文件',
  filesHint: '终端日志文件夹内的路径。未指定则为全部。',
  path: '文件路径',
  add: '添加',
  remove: '移除 {{path}}',
  order: '下载',
  ordered: '已受理，正在向终端索取。',
  records: '已索取的日志',
  none: '还没有索取任何日志。',
  offline: '离线',
  waiting: '{{terminal}}：等到 {{until}}',
  pathTwice: '列表中已有此路径。',
  terminals: '终端',
} satisfies Translation<typeof english>
