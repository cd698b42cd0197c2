import type { firmwareJobs as english } from '../en/firmware-jobs'
import type { Translation } from '../keys'

export const firmwareJobs = {
  lost: '終端已 24 小時沒有任何訊號。',
  pause: {
    failed_share: '本批次 {{count}} 台終端中有 {{failed}} 台失敗，超過工作允許的上限。',
    failed_count: '第一批次有 {{failed}} 台終端失敗，已達到工作允許的上限。',
    beyond: '失敗的終端過多，位於您的部門或其他部門。',
    about: {
      hardware: '失敗主要發生在硬體 {{name}}。',
      model: '失敗主要發生在有 {{name}} 的門市。',
      vendor: '失敗主要發生在 {{name}} 負責的門市。',
    },
  },
  field: {
    poll_success: '已更新終端的輪詢成功率多下降了 {{worse}} 個百分點。',
    outbox_age: '已更新終端的讀值送達時間為 {{worse}} 倍。',
    restarts: '已更新終端每小時多啟動 {{worse}} 次。',
    minutes_lost: '已更新終端每小時斷線多 {{worse}} 分鐘。',
    rows: '已更新終端送出的讀值減少 {{worse}} %。',
    broken: '{{stores}} 台已更新終端出現大量輪詢、讀值或連線缺失，或反覆啟動，比例高出 {{worse}} 個百分點。',
    about: {
      hardware: '問題出在硬體 {{name}}。',
      model: '問題出在 {{name}}。',
      vendor: '問題出在 {{name}} 負責的門市。',
    },
    besideOthers: '比較對象為同時段 {{others}} 台未更新的終端。',
    besideWeek: '比較對象為過去一週的同一時段。',
    good: '與 {{others}} 台未更新終端比較 {{comparisons}} 項，沒有變差',
    goodBesideWeek: '與過去一週比較 {{comparisons}} 項，沒有變差',
    unknown: '終端或讀值太少，無法比較',
  },
  news: {
    paused: '更新至 {{version}} 已暫停',
    finished: '更新至 {{version}} 已完成',
    finished_partly: '更新至 {{version}} 已完成，部分失敗',
    left_behind_other: '{{count, number}} 台終端落後兩個以上版本',
  },
  newest: '{{type}}：最新發布版本為 {{version}}。',
  moreStores_other: '{{stores}}等，另有 {{count, number}} 家門市',
  error: {
    signature: '發行檔未以終端信任的金鑰簽署。',
    old: '此版本並不比執行中的版本新，或無法安裝於其上。',
    expired: '發行檔已過期。',
    oldKeys: '發行檔以已更換的金鑰簽署。',
    noRoot: '終端程式中沒有用於發行的根金鑰。',
    type: '此映像檔適用於其他類型的終端。',
    space: '終端磁碟空間不足。',
    hash: '收到的映像檔已損毀。',
    install: '無法解開映像檔：{{text}}',
    confirm: '新版本未能正常執行，已還原為先前的版本。',
    link: '先前的版本能夠連線而新版本不能，已還原為先前的版本。',
    noSupervisor: '終端程式並非由其監督程式啟動，因此無法更新。',
    busy: '另一項工作正在更新此終端。',
  },
} satisfies Translation<typeof english>
