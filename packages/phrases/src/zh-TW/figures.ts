import type { figures as english } from '../en/figures'
import type { Translation } from '../keys'

export const figures = {
  title: '界限與權重',
  titleOf: '{{group}}：{{place}}',
  group: '數值類別',
  groups: {
    connection: '連線率等級',
    health: '健康分數權重',
    insurance: '承保到期',
  },
  bounds: '{{lowest}} 到 {{highest}}，間隔 {{step}}',
  boundsBelow: '{{lowest}} 到 {{highest}}，間隔 {{step}}，且低於「{{other}}」',
  wasRead: '已變更。讀取值：{{value}}',
  holds: {
    zone: '每一天依當天開始時有效的數值判定，之後重新判定時也相同。沒有自訂規則的設備，其告警會在十分鐘內跟進。',
    connection: '立即適用於卡片與圖表，連線率本身不變。',
    health: '每一天的分數依當天開始時有效的權重計算。因權重變更而降低的分數，可能在一天內被預警視為下降。',
    insurance: '立即適用於卡片與表格。',
  },
  backText: '將刪除 {{place}} 自己的數值。此後採用：{{figures}}。{{source}}',
  name: {
    low: '承保下限',
    high: '承保上限',
    grace: '寬限時間',
    degree_minutes: '每日度分上限',
    hard_margin: '硬性界限與法規的差距',
    lag: '商品溫度延遲',
    good: '良好下限',
    fair: '普通下限',
    expiring: '應續保天數',
  },
  says: {
    low: '商品溫度。門市所在國家的法規較嚴時，以法規為準。',
    high: '商品溫度。門市所在國家的法規較嚴時，以法規為準。',
    grace: '單次超限最多可持續的時間。',
    degree_minutes: '一天內所有超限的合計。',
    hard_margin: '超過十分鐘即為違反。無法規時從承保界限起算。',
    lag: '沒有食品探頭時，商品跟隨空氣溫度的快慢。',
    good: '達到此值即為良好。',
    fair: '低於此值即為不佳。',
    expiring: '剩餘天數不超過此值時。',
    weight: '所有權重合計視為一個整體。',
  },
  unit: {
    celsius: '°C',
    kelvin: 'K',
    minutes: '分鐘',
    kelvin_minutes: 'K·min',
    percent: '%',
    days: '天',
  },
  preview: {
    title: '預覽',
    ask: '預覽變化',
    zone: {
      nothing: '{{first}} 至 {{last}}，此溫層沒有已判定的承保日。',
      same: '不會有變化：{{first}} 至 {{last}} 的 {{judged}} 個承保設備日判定均不變。',
      changed:
        '{{first}} 至 {{last}} 的 {{judged}} 個承保設備日中，{{changed}} 個的判定會改變。涉及設備：{{subjects}}。',
    },
    connection: {
      nothing: '{{first}} 至 {{last}} 沒有門市有連線率。',
      same: '不會有變化：依 {{first}} 至 {{last}} 的連線率，{{judged}} 家門市的等級均不變。',
      changed: '依 {{first}} 至 {{last}} 的連線率，{{judged}} 家門市中有 {{changed}} 家的等級會改變。',
    },
    health: {
      nothing: '{{last}} 沒有具基準的設備有分數。',
      same: '不會有變化：{{last}} 有分數的 {{judged}} 台設備等級均不變。',
      changed: '{{last}} 有分數的 {{judged}} 台設備中，{{changed}} 台的等級會改變。',
    },
    insurance: {
      nothing: '沒有承保門市。',
      same: '不會有變化：{{judged}} 家承保門市的狀態均不變。',
      changed: '{{judged}} 家承保門市中，今天有 {{changed}} 家的狀態會改變。',
    },
    change: '{{before}} → {{after}}：{{days}}',
    unseen: '需重新計算的讀值過多，未檢視的設備日：{{days}}。',
    firstStores: '僅檢視 {{all}} 家門市中的前 {{stores}} 家。',
  },
} satisfies Translation<typeof english>
