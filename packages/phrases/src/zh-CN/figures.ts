import type { figures as english } from '../en/figures'
import type { Translation } from '../keys'

export const figures = {
  title: '界限与权重',
  titleOf: '{{group}}：{{place}}',
  group: '数值类别',
  groups: {
    connection: '连接率等级',
    health: '健康分数权重',
    insurance: '承保到期',
  },
  bounds: '{{lowest}} 到 {{highest}}，间隔 {{step}}',
  boundsBelow: '{{lowest}} 到 {{highest}}，间隔 {{step}}，且低于“{{other}}”',
  wasRead: '已更改。读取值：{{value}}',
  holds: {
    zone: '每一天按当天开始时有效的数值判定，之后重新判定时也相同。没有自定义规则的设备，其告警会在十分钟内跟进。',
    connection: '立即适用于卡片与图表，连接率本身不变。',
    health: '每一天的分数按当天开始时有效的权重计算。因权重更改而降低的分数，可能在一天内被预警视为下降。',
    insurance: '立即适用于卡片与表格。',
  },
  backText: '将删除 {{place}} 自己的数值。此后采用：{{figures}}。{{source}}',
  name: {
    low: '承保下限',
    high: '承保上限',
    grace: '宽限时间',
    degree_minutes: '每日度分上限',
    hard_margin: '硬性界限与法规的差距',
    lag: '商品温度延迟',
    good: '良好下限',
    fair: '普通下限',
    expiring: '应续保天数',
  },
  says: {
    low: '商品温度。门店所在国家的法规更严时，以法规为准。',
    high: '商品温度。门店所在国家的法规更严时，以法规为准。',
    grace: '单次超限最多可持续的时间。',
    degree_minutes: '一天内所有超限的合计。',
    hard_margin: '超过十分钟即为违反。无法规时从承保界限起算。',
    lag: '没有食品探头时，商品跟随空气温度的快慢。',
    good: '达到此值即为良好。',
    fair: '低于此值即为较差。',
    expiring: '剩余天数不超过此值时。',
    weight: '所有权重合计视为一个整体。',
  },
  unit: {
    celsius: '°C',
    kelvin: 'K',
    minutes: '分钟',
    kelvin_minutes: 'K·min',
    percent: '%',
    days: '天',
  },
  preview: {
    title: '预览',
    ask: '预览变化',
    zone: {
      nothing: '{{first}} 至 {{last}}，此温区没有已判定的承保日。',
      same: '不会有变化：{{first}} 至 {{last}} 的 {{judged}} 个承保设备日判定均不变。',
      changed:
        '{{first}} 至 {{last}} 的 {{judged}} 个承保设备日中，{{changed}} 个的判定会改变。涉及设备：{{subjects}}。',
    },
    connection: {
      nothing: '{{first}} 至 {{last}} 没有门店有连接率。',
      same: '不会有变化：按 {{first}} 至 {{last}} 的连接率，{{judged}} 家门店的等级均不变。',
      changed: '按 {{first}} 至 {{last}} 的连接率，{{judged}} 家门店中有 {{changed}} 家的等级会改变。',
    },
    health: {
      nothing: '{{last}} 没有具基准的设备有分数。',
      same: '不会有变化：{{last}} 有分数的 {{judged}} 台设备等级均不变。',
      changed: '{{last}} 有分数的 {{judged}} 台设备中，{{changed}} 台的等级会改变。',
    },
    insurance: {
      nothing: '没有承保门店。',
      same: '不会有变化：{{judged}} 家承保门店的状态均不变。',
      changed: '{{judged}} 家承保门店中，今天有 {{changed}} 家的状态会改变。',
    },
    change: '{{before}} → {{after}}：{{days}}',
    unseen: '需重新计算的读数过多，未查看的设备日：{{days}}。',
    firstStores: '仅查看 {{all}} 家门店中的前 {{stores}} 家。',
  },
} satisfies Translation<typeof english>
