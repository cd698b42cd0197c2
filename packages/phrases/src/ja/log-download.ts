import type { logDownload as english } from '../en/log-download'
import type { Translation } from '../keys'

export const logDownload = {
  fileWord: 'ログ',
  removed: 'ログは届きましたが、その後サーバーから削除されました。',
  store: '店舗',
  allStores: 'すべての店舗',
  period: '期間',
  byDays: 'この期間の行',
  allTimes: 'すべての日の行',
  files: 'ファイル',
  filesHint: '端末のログフォルダー内のパス。指定がなければすべて。',
  path: 'ファイルのパス',
  add: '追加',
  remove: '{{path}} を外す',
  order: 'ダウンロード',
  ordered: '受け付けました。端末に問い合わせています。',
  records: '依頼したログ',
  none: 'ログはまだ依頼されていません。',
  offline: '未接続',
  waiting: '{{terminal}}：{{until}} まで待ちます',
  pathTwice: 'このパスはすでにあります。',
  terminals: '端末',
} satisfies Translation<typeof english>
