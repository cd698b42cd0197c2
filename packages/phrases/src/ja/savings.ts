import type { savings as english } from '../en/savings'
import type { Translation } from '../keys'

/** 機器で節電できるところ。タブと一緒に読み込まれます。 */
export const savings = {
  title: '節電できるところ',
  how: '最長 28 日間の記録から 1 日 1 回見積もります。食品が許容温度を超えることはありません。',
  none: '節電できるところは見つかりませんでした',
  noneHint: 'パラメーターの変更も温度の逸脱もない丸 14 日分の記録がそろった機器から調べます。',
  what: '内容',
  kind: {
    set_point: '食品に必要な温度より冷えすぎ',
    defrosts: '短い霜取りを必要以上に繰り返している',
    anti_sweat: '防露ヒーターが常時オン',
    night_cover: '夜間にカバーがない',
    low_load: 'ほとんど使われていない',
  },
  todo: '対応',
  act: {
    night_cover: '閉店時にナイトカーテンを下ろします。保守の計画で店舗に知らせられます。',
    low_load: '商品を他のケースに移し、電源を切ります。',
  },
  devices: '機器数',
  stores: '店舗数',
  energy: '年間 kWh',
  range: '{{low}}～{{high}}',
  metered: '計測あり {{count, number}} 台',
  share: '機器の電力量に対して',
  basisTitle: '根拠',
  basis: {
    set_point: '{{days}} 日間の商品温度は最高 {{highest}}。上限は {{limit}} です。',
    defrosts: '{{days}} 日間で 1 日 {{defrosts}} 回、1 回 {{minutes}} 分の霜取り。',
    anti_sweat: 'ヒーターが常にオンです（{{days}} 日間を確認）。',
    night_cover: '運転率は営業中 {{open}}、閉店中 {{closed}}（{{days}} 日間）。',
    low_load: '扉の開閉は 1 日 {{own}} 回、他のケースは {{usual}} 回（{{days}} 日間）。',
  },
  estimateTitle: '見積もり',
  estimate: {
    set_point: '1 K につき電力量の 2～4 % を節約できます。',
    defrosts: '霜取り 1 分は運転 1～3 分と同じ電力を使います。',
    anti_sweat: 'ヒーターは扉付きケースの電力量の 5～15 % を使います。',
    night_cover: 'カバーをしたケースの運転は 18～36 % 減ります。',
    low_load: '商品は他のケースが、この機器の電力量の 5 分の 1 以内で冷やします。',
  },
  guardTitle: '安全である理由',
  guard: {
    set_point: '1 回に最大 2 K まで。最も温かい商品でも上限より 1 K 低く保たれます。',
    defrosts: '冷却器と復帰に問題がない機器だけです。最初の 1 台を 1 日後に評価します。',
    anti_sweat: '全台に広げる前に、湿度の高い日にガラスを確認してください。',
    night_cover: 'カバーは食品をより冷たく保ちます。',
    low_load: '食品は冷やされ続けます。',
  },
  accept_other: '{{count, number}} 台のパラメーターファイルを作る',
  acceptHint: 'ファイルはこれらの機器だけが対象です。書き込む前に計画を確認できます。',
  upkeep: '保守の計画',
  file: {
    set_point: '設定温度 {{before}} → {{value}}',
    defrosts: '霜取り間隔 {{before}} → {{value}}',
    anti_sweat: '防露ヒーター {{before}} → {{value}}',
  },
} satisfies Translation<typeof english>
