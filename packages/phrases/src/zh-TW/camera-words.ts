import type { cameraWords as english } from '../en/camera-words'
import type { Translation } from '../keys'

/** 攝影機畫面未送達的原因：只由伺服器使用。 */
export const cameraWords = {
  reason: {
    no_camera: '此門市的終端機沒有設定這台攝影機。',
    no_upload: '終端機無法將畫面交給本服務。',
    network: '這台攝影機不在終端機可以連線的網路內。',
    unreachable: '無法連上攝影機。',
    credential: '攝影機拒絕了使用者名稱或密碼。',
    answer: '攝影機有回應，但沒有給出畫面。',
    no_picture: '攝影機給出的不是完整的 JPEG 圖片。',
    too_large: '攝影機的畫面太大。',
    stale: '攝影機給出的是舊畫面。',
    no_time: '攝影機未在時間內給出畫面。',
    no_program: '終端機缺少本機攝影機所需的程式。',
    late: '終端機未在時間內回應。',
    simulated: '此門市為模擬門市，沒有這台攝影機。',
    restarted: '終端機程式在此期間重新啟動。',
    full: '照片數量已達上限。',
    fault: '終端機無法取得畫面。',
  },
} satisfies Translation<typeof english>
