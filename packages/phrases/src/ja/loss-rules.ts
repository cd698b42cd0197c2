import type { lossRules as english } from '../en/loss-rules'
import type { Translation } from '../keys'

export const lossRules = {
  place: '部署または店舗',
  placeNote: '部署、またはその店舗を選び、「読み込み」を押してください。',
  chooseFirst: '部署または店舗を選択してください',
  ruleOf: '{{place}} のホスト通信断アラーム',
  rule: 'ホスト通信断アラーム',
  unread: 'まだ読み込んでいません。部署または店舗を選び、「読み込み」を押してください。',
  readFirst: '先に値を読み込んでください',
  unsound: 'ルールには正しい数値が二つ必要です。',
  exportCsv: 'CSV 出力',
  readAgain: '別の場所が選ばれています。値を見るには「読み込み」を押してください。',
  period: '判定時間',
  threshold: '判定時間内の通信断（分）',
  minute: '分',
  wasRead: '変更あり。読み込んだ値：{{value}} 分',
  bounds: '1～1440 の整数',
  notAbove: '判定時間以下',
  flapping:
    '直近 {{period}} 分のうち合計 {{threshold}} 分、端末から通信がないとアラームになります（連続でなくても数えます）。',
  silent: '端末から {{period}} 分間続けて通信がないとアラームになります。',
  source: '値の由来',
  sourceName: '名称',
  from: {
    default: '既定値',
    department: '部署',
    store: '店舗',
    above: '自部署より上',
  },
  comesFrom: {
    own: '{{place}} 独自の値です。',
    default: '継承：上位に設定がないため既定値です。',
    department: '{{name}} から継承しています。',
    above: '自部署より上から継承しています。',
  },
  changedBy: '保存：{{name}}、{{time}}',
  back: '継承に戻す',
  backNone: 'ここに独自の値はありません',
  backTitle: '継承した値に戻しますか？',
  backText:
    '{{place}} 独自の値を削除します。以後は {{period}} 分のうち {{threshold}} 分が適用されます。{{source}}',
  backDone: '継承した値に戻しました',
  unsaved: '先に値を変更してください',
  storeCode: '店舗番号',
  store: '店舗',
  department: '部署',
} satisfies Translation<typeof english>
