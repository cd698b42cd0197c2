import type { firmwareJobs as english } from '../en/firmware-jobs'
import type { Translation } from '../keys'

export const firmwareJobs = {
  lost: '終端已 24 小時沒有任何訊號。',
  pause: {
    failed_share: '本批次 {{count}} 台終端中有 {{failed}} 台失敗，超過工作允許的上限。',
    failed_count: '第一批次有 {{failed}} 台終端失敗，已達到工作允許的上限。',
    about: {
      hardware: '失敗主要發生在硬體 {{name}}。',
      model: '失敗主要發生在有 {{name}} 的門市。',
      vendor: '失敗主要發生在 {{name}} 負責的門市。',
    },
  },
  news: {
    paused: '更新至 {{version}} 已暫停',
    finished: '更新至 {{version}} 已完成',
    finished_partly: '更新至 {{version}} 已完成，部分失敗',
  },
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
    box: '機器無法安裝：{{text}}',
    rejected: '機器拒絕安裝：{{text}}',
    unconfirmed: '機器沒有回報正在執行新版本。',
  },
} satisfies Translation<typeof english>
