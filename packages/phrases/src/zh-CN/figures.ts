import type { figures as english } from '../en/figures'
import type { Translation } from '../keys'

export const figures = {
  title: '判定数值',
  titleOf: '{{group}}：{{place}}',
  group: '数值类别',
  bounds: '{{lowest}} 到 {{highest}}，间隔 {{step}}',
  wasRead: '已更改。读取值：{{value}}',
  holds:
    '每一天按当天开始时有效的数值判定，之后重新判定时也相同。没有自定义规则的设备，其告警会在十分钟内跟进。',
  backText: '将删除 {{place}} 自己的数值。此后采用：{{figures}}。{{source}}',
  name: {
    low: '承保下限',
    high: '承保上限',
    grace: '宽限时间',
    degree_minutes: '每日度分上限',
    hard_margin: '硬性界限与法规的差距',
    lag: '商品温度延迟',
  },
  says: {
    low: '商品温度。门店所在国家的法规更严时，以法规为准。',
    high: '商品温度。门店所在国家的法规更严时，以法规为准。',
    grace: '单次超限最多可持续的时间。',
    degree_minutes: '一天内所有超限的合计。',
    hard_margin: '超过十分钟即为违反。无法规时从承保界限起算。',
    lag: '没有食品探头时，商品跟随空气温度的快慢。',
  },
  unit: {
    celsius: '°C',
    kelvin: 'K',
    minutes: '分钟',
    kelvin_minutes: 'K·min',
  },
  preview: {
    title: '预览',
    ask: '预览最近七天',
    nothing: '{{first}} 至 {{last}}，此温区没有已判定的承保日。',
    same: '不会有变化：{{first}} 至 {{last}} 的 {{judged}} 个承保设备日判定均不变。',
    changed:
      '{{first}} 至 {{last}} 的 {{judged}} 个承保设备日中，{{changed}} 个的判定会改变。涉及设备：{{devices}}。',
    change: '{{before}} → {{after}}：{{days}}',
    unseen: '需重新计算的读数过多，未查看的设备日：{{days}}。',
    firstStores: '仅查看 {{all}} 家门店中的前 {{stores}} 家。',
  },
} satisfies Translation<typeof english>
