import type { parameters as english } from '../en/parameters'
import type { Translation } from '../keys'

export const parameters: Translation<typeof english> = {
  fridge: '指定冷柜',
  any: '全部',
  search: '搜索',
  found: '符合的设备',
  none: '没有符合的设备',
  noneHint: '品牌、类型和位置在设备总览的设备表单中设置。',
}
