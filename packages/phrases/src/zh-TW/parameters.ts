import type { parameters as english } from '../en/parameters'
import type { Translation } from '../keys'

/** 控制器的參數檔，以及設備的設定值。隨頁面載入。 */
export const parameters = {
  fridge: '指定冷櫃',
  any: '全部',
  search: '搜尋',
  found: '符合的設備',
  none: '沒有符合的設備',
  noneHint: '品牌、類型與位置在設備總覽的設備表單中設定。',
  kind: {
    all: '全部參數',
    regulation: '溫度控制',
    defrost: '除霜',
    fan: '風扇',
    compressor: '壓縮機',
    alarm: '告警',
    other: '其他',
  },
  news: {
    title: '{{device}}：參數已變更（{{store}}）',
    cause: {
      own_other: '有 {{count, number}} 個參數由本系統變更。',
      reset_other: '有 {{count, number}} 個參數回到出廠值：控制器已重設或更換。',
      keypad_other:
        '有 {{count, number}} 個參數被變更，但並非由本系統：可能是現場面板，或匯流排上的其他系統。',
    },
  },
} satisfies Translation<typeof english>
