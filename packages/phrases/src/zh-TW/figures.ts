import type { figures as english } from '../en/figures'
import type { Translation } from '../keys'

export const figures = {
  title: '判定數值',
  titleOf: '{{group}}：{{place}}',
  group: '數值類別',
  bounds: '{{lowest}} 到 {{highest}}，間隔 {{step}}',
  wasRead: '已變更。讀取值：{{value}}',
  holds:
    '每一天依當天開始時有效的數值判定，之後重新判定時也相同。沒有自訂規則的設備，其告警會在十分鐘內跟進。',
  backText: '將刪除 {{place}} 自己的數值。此後採用：{{figures}}。{{source}}',
  name: {
    low: '承保下限',
    high: '承保上限',
    grace: '寬限時間',
    degree_minutes: '每日度分上限',
    hard_margin: '硬性界限與法規的差距',
    lag: '商品溫度延遲',
  },
  says: {
    low: '商品溫度。門市所在國家的法規較嚴時，以法規為準。',
    high: '商品溫度。門市所在國家的法規較嚴時，以法規為準。',
    grace: '單次超限最多可持續的時間。',
    degree_minutes: '一天內所有超限的合計。',
    hard_margin: '超過十分鐘即為違反。無法規時從承保界限起算。',
    lag: '沒有食品探頭時，商品跟隨空氣溫度的快慢。',
  },
  unit: {
    celsius: '°C',
    kelvin: 'K',
    minutes: '分鐘',
    kelvin_minutes: 'K·min',
  },
  preview: {
    title: '預覽',
    ask: '預覽最近七天',
    nothing: '{{first}} 至 {{last}}，此溫層沒有已判定的承保日。',
    same: '不會有變化：{{first}} 至 {{last}} 的 {{judged}} 個承保設備日判定均不變。',
    changed:
      '{{first}} 至 {{last}} 的 {{judged}} 個承保設備日中，{{changed}} 個的判定會改變。涉及設備：{{devices}}。',
    change: '{{before}} → {{after}}：{{days}}',
    unseen: '需重新計算的讀值過多，未檢視的設備日：{{days}}。',
    firstStores: '僅檢視 {{all}} 家門市中的前 {{stores}} 家。',
  },
} satisfies Translation<typeof english>
