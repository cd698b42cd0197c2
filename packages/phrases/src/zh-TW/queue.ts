import type { queue as english } from '../en/queue'
import type { Translation } from '../keys'

export const queue = {
  count_other: '等待傳送（{{count, number}}）',
  refusedCount_other: '未被接受（{{count, number}}）',
  show: '顯示',
  title: '已在此裝置輸入，尚未傳送',
  empty: '全部都已傳送。',
  sendNow: '立即傳送',
  kind: {
    photo: '照片',
    renewal: '案件更新',
    completion: '保養紀錄',
    check: '手動量測',
    confirmation: '訊息確認',
  },
  waiting: '等待傳送',
  sending: '傳送中',
  refused: '未被接受',
  entered: '輸入於 {{time}}',
  kept: '已存在此裝置，恢復連線後會傳送。',
  unkept: {
    full: '此裝置的儲存空間已滿，也沒有連線，因此未能保存。請先騰出空間，再重新加入。',
    noPlace:
      '此瀏覽器無法在這台裝置上保存任何內容（可能是無痕視窗，或已關閉儲存功能），且目前沒有連線：此內容未保存。請在有連線時或改用其他視窗再新增一次。',
    signedOut: '目前沒有登入：此內容未保存。請登入後再新增一次。',
  },
  remove: '移除',
  removeTitle: '要移除尚未傳送的內容嗎？',
  removeText: '服務上沒有這項內容，移除後無法復原。',
  hint: {
    again: '請再試一次，或在此移除。',
    rights: '您的帳號可能已沒有此權限。請詢問帳號管理者，然後再試一次。',
    smaller: '請以較小的圖片尺寸重拍，再移除這一張。',
    picture: '請另拍一張，再移除這一張。',
    room: '請先移除另一張照片，然後再試一次。',
    clock: '請檢查此裝置的日期與時間，然後再試一次。',
    decide: '請開啟案件：兩個版本都會顯示在那裡。',
  },
  conflict: {
    title: '這段期間有其他人更新了此案件。您的內容尚未儲存。',
    now: '目前的案件',
    mine: '您的內容，{{time}}',
    save: '儲存我的內容',
    correct: '修改我的內容',
    replaceTitle: '要取代表單中的內容嗎？',
    replaceText: '表單中有尚未儲存的內容，將由未被接受的內容取代，且無法復原。',
    drop: '捨棄我的內容',
  },
  leave: {
    title_other: '有 {{count, number}} 筆內容尚未傳送，要登出嗎？',
    text: '這些內容只在此裝置上，登出時會一併刪除。若要保留，請保持登入直到恢復連線。',
    action: '登出並刪除',
    stay: '保持登入',
  },
} satisfies Translation<typeof english>
