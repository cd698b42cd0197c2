import type { parameters as english } from '../en/parameters'
import type { Translation } from '../keys'

export const parameters: Translation<typeof english> = {
  fridge: '指定冷櫃',
  any: '全部',
  search: '搜尋',
  found: '符合的設備',
  none: '沒有符合的設備',
  noneHint: '品牌、類型與位置在設備總覽的設備表單中設定。',
}
