import type { savings as english } from '../en/savings'
import type { Translation } from '../keys'

/** 设备可节省之处。随标签页加载。 */
export const savings = {
  title: '可节省之处',
  how: '根据最近最多 28 个完整日的数据，每天估算一次。食品不会超过允许的温度。',
  none: '没有发现可节省之处',
  noneHint: '设备累积 14 个完整日、期间未更改参数且温度未超限后，才会检查。',
  what: '节省项目',
  kind: {
    set_point: '温度低于食品所需',
    defrosts: '除霜短而过于频繁',
    anti_sweat: '防凝露加热器一直开启',
    night_cover: '夜间未加盖',
    low_load: '几乎未使用',
  },
  todo: '该做的事',
  act: {
    night_cover: '打烊时拉下夜帘。可在保养中建立计划提醒门店。',
    low_load: '将商品移到其他柜并关闭电源。',
  },
  devices: '设备数',
  stores: '门店数',
  energy: '每年 kWh',
  range: '{{low}} 至 {{high}}',
  metered: '{{count, number}} 台有计量',
  share: '占其用电',
  basisTitle: '依据',
  basis: {
    set_point: '{{days}} 天内食品最高 {{highest}}，上限为 {{limit}}。',
    defrosts: '{{days}} 天内每天除霜 {{defrosts}} 次，每次 {{minutes}} 分钟。',
    anti_sweat: '加热器一直开启（检查 {{days}} 天）。',
    night_cover: '{{days}} 天内营业时运行 {{open}}，打烊后运行 {{closed}}。',
    low_load: '每天开门 {{own}} 次，其他柜为 {{usual}} 次（{{days}} 天）。',
  },
  estimateTitle: '估算',
  estimate: {
    set_point: '每升高 1 K 可节省 2 至 4 % 的用电。',
    defrosts: '除霜一分钟的用电相当于运行一至三分钟。',
    anti_sweat: '加热器占有门柜用电的 5 至 15 %。',
    night_cover: '加盖的柜运行减少 18 至 36 %。',
    low_load: '商品由其他柜冷却，用电不到其五分之一。',
  },
  guardTitle: '为何安全',
  guard: {
    set_point: '每次最多 2 K，最温的食品仍低于上限 1 K。',
    defrosts: '仅限盘管与回温正常的设备。首台设备在一天后评定。',
    anti_sweat: '全部应用之前，请在潮湿的日子查看玻璃。',
    night_cover: '加盖使食品更冷。',
    low_load: '食品持续冷却。',
  },
  accept_other: '为 {{count, number}} 台设备建立参数文件',
  acceptHint: '此文件只用于这些设备。写入之前会先看到计划。',
  upkeep: '保养计划',
  file: {
    set_point: '设定温度 {{before}} → {{value}}',
    defrosts: '除霜间隔 {{before}} → {{value}}',
    anti_sweat: '防凝露加热器 {{before}} → {{value}}',
  },
} satisfies Translation<typeof english>
