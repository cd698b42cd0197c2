import type { logDownload as english } from '../en/log-download'
import type { Translation } from '../keys'

export const logDownload = {
  fileWord: '紀錄檔',
  removed: '紀錄檔已送達，之後從伺服器移除。',
  store: '門市',
  allStores: '所有門市',
  period: '日期',
  byDays: '這些日子的內容',
  allTimes: '所有日子的內容',
  files: '檔案',
  filesHint: '終端機紀錄檔資料夾內的路徑。未指定則為全部。',
  path: '檔案路徑',
  add: '加入',
  remove: '移除 {{path}}',
  order: '下載',
  ordered: '已受理，正在向終端機索取。',
  records: '已索取的紀錄檔',
  none: '還沒有索取任何紀錄檔。',
  offline: '未連線',
  waiting: '{{terminal}}：等到 {{until}}',
  pathTwice: '清單中已有此路徑。',
  terminals: '終端機',
} satisfies Translation<typeof english>
