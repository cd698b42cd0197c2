import type { helpWords as english } from '../en/help-words'
import type { Translation } from '../keys'

/** 給協助人員的建議，以及協助中發生的事；只由伺服器使用。 */
export const helpWords = {
  tips: {
    alarm: {
      high: '溫度過高',
      low: '溫度過低',
      lost: '缺少讀值',
      host_lost: '終端機沒有回應',
      threshold: '健康分數偏低',
      falling: '健康分數下降中',
      oscillation: '溫度忽高忽低',
    },
    bus: {
      silent: '設備沒有回應',
      noisy: '設備的回覆時有遺失',
      since: '自 {{since}} 起停止輪詢',
      rate: '24 小時內 {{requests, number}} 次請求中有 {{rate}} 得到回覆',
      counts: '逾時 {{timeouts, number}} 次，損壞的回覆 {{frames, number}} 次',
      checkNoise: '請找出干擾匯流排的原因：遮蔽線、終端電阻、與馬達電纜並行的線路，或兩台設備位址相同。',
      checkWay: '請檢查線路：設備電源、匯流排的兩條線、位址與速率。',
    },
    loss: {
      title: '健康分數 {{score}}',
      part: '{{cause}}：{{points}} 分',
      check: '請先看扣分最多的項目；設備曲線會顯示從何時開始。',
    },
    drift: {
      title: '參數曾在現場變更',
      reason: '有人在控制器上變更了參數，還沒有人查看。',
      check: '請向門市詢問原因；沒有理由就改回原值。',
    },
  },
  acts: {
    opened: '開始協助：{{devices}}',
    openedStore: '開始協助整間門市',
    pictures: '照片 {{pictures, number}} 張，標記 {{marks, number}} 個',
    helped: '有幫助',
    notHelped: '沒有幫助',
    file: '已儲存參數檔「{{name}}」，共 {{values, number}} 個值',
    screen: '{{name}} 連線門市畫面 {{length}}',
    screenRecorded: '{{name}} 連線門市畫面 {{length}}（已錄影）',
    ended: '協助結束，歷時 {{length}}：{{outcome}}',
    outcome: {
      solved: '已解決',
      visit: '需要派人到場',
      watch: '觀察中',
      not_solved: '未解決',
      left: '未結束即離開',
    },
  },
} satisfies Translation<typeof english>
