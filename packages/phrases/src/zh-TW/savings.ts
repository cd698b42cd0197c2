import type { savings as english } from '../en/savings'
import type { Translation } from '../keys'

/** 設備可節省之處。隨分頁載入。 */
export const savings = {
  title: '可節省之處',
  how: '依最近最多 28 個完整日的資料，每天估算一次。食品不會超過允許的溫度。',
  none: '沒有發現可節省之處',
  noneHint: '設備累積 14 個完整日、期間未變更參數且溫度未逾限後，才會檢視。',
  what: '節省項目',
  kind: {
    set_point: '溫度低於食品所需',
    defrosts: '除霜短而過於頻繁',
    anti_sweat: '防汗加熱器一直開啟',
    night_cover: '夜間未加蓋',
    low_load: '幾乎未使用',
  },
  todo: '該做的事',
  act: {
    night_cover: '打烊時拉下夜簾。可在保養中建立計畫提醒門市。',
    low_load: '將商品移到其他櫃並關閉電源。',
  },
  devices: '設備數',
  stores: '門市數',
  energy: '每年 kWh',
  range: '{{low}} 至 {{high}}',
  metered: '{{count, number}} 台有量測',
  share: '占其用電',
  basisTitle: '依據',
  basis: {
    set_point: '{{days}} 天內食品最高 {{highest}}，上限為 {{limit}}。',
    defrosts: '{{days}} 天內每天除霜 {{defrosts}} 次，每次 {{minutes}} 分鐘。',
    anti_sweat: '加熱器一直開啟（檢視 {{days}} 天）。',
    night_cover: '{{days}} 天內營業時運轉 {{open}}，打烊後運轉 {{closed}}。',
    low_load: '每天開門 {{own}} 次，其他櫃為 {{usual}} 次（{{days}} 天）。',
  },
  estimateTitle: '估算',
  estimate: {
    set_point: '每升高 1 K 可節省 2 至 4 % 的用電。',
    defrosts: '除霜一分鐘的用電相當於運轉一至三分鐘。',
    anti_sweat: '加熱器占有門櫃用電的 5 至 15 %。',
    night_cover: '加蓋的櫃運轉減少 18 至 36 %。',
    low_load: '商品由其他櫃冷卻，用電不到其五分之一。',
  },
  guardTitle: '為何安全',
  guard: {
    set_point: '每次最多 2 K，最溫的食品仍低於上限 1 K。',
    defrosts: '僅限盤管與回溫正常的設備。首台設備於一天後評定。',
    anti_sweat: '全部套用之前，請在潮濕的日子查看玻璃。',
    night_cover: '加蓋使食品更冷。',
    low_load: '食品持續冷卻。',
  },
  accept_other: '為 {{count, number}} 台設備建立參數檔',
  acceptHint: '此檔只用於這些設備。寫入之前會先看到計畫。',
  upkeep: '保養計畫',
  file: {
    set_point: '設定溫度 {{before}} → {{value}}',
    defrosts: '除霜間隔 {{before}} → {{value}}',
    anti_sweat: '防汗加熱器 {{before}} → {{value}}',
  },
} satisfies Translation<typeof english>
