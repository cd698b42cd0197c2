import type { errors as english } from '../en/errors'
import type { Translation } from '../keys'

export const errors = {
  request: {
    malformed: '無法解讀這個要求，請檢查標示的欄位。',
    unknown_field: '要求中含有此呼叫沒有的欄位：{{field}}',
    not_json: '要求內容不是有效的 JSON。',
    too_large: '要求過大，上限為 {{limit}}。',
    media_type: '此呼叫不接受這種內容類型。',
    too_many: '要求過於頻繁，請於 {{seconds}} 秒後再試。',
  },
  route: {
    unknown: '這個網址沒有內容。',
    method: '這個網址不接受此方法。',
  },
  session: {
    required: '請先登入。',
    expired: '工作階段已結束，請重新登入。',
    wrong_credentials: '帳號或密碼錯誤。',
    too_many_attempts: '登入嘗試次數過多，請於 {{minutes}} 分鐘後再試。',
    account_disabled: '此帳號已停用，請洽管理員。',
    password_change: '請先設定您自己的密碼。',
  },
  account: {
    current_required: '您登入已超過 10 分鐘，請一併輸入目前的密碼。',
    current_wrong: '目前的密碼不正確。',
    password_same: '請使用與目前密碼及帳號名稱都不同的密碼。',
    sign_in_unknown: '此登入已經結束，或是您正在使用的登入。',
  },
  access: {
    page: '您的帳號無法開啟此頁面。',
    equipment: '您的帳號對相關設備沒有權限。',
  },
  department: {
    unknown: '此部門不存在，或不在您的權限範圍內。',
    file: '更新檔有錯誤，請查看預覽。',
    in_use: '仍有門市或帳號的部門不能刪除：{{departments}}。請先移走。',
  },
  store: { unknown: '此門市不存在，或不在您的權限範圍內。' },
  vendor: { unknown: '此廠商不存在，或未負責您權限範圍內的門市。' },
  device: { unknown: '此設備不存在，或不在您權限範圍內的門市。' },
  point: { unknown: '此測點不存在，或不屬於這台設備。' },
  alarm: {
    unknown: '此告警不存在,或不屬於您的門市。',
    acknowledged_before: '此告警已有人確認。',
    cleared: '此告警已經結束。',
    shelving_range: '告警只能擱置到未來 24 小時內的某個時刻。',
    out_of_service: '此告警已停用。',
    in_service: '此告警並未停用。',
  },
  warning: { unknown: '此早期預警已不存在，或不屬於您的設備。' },
  terminal: {
    unknown: '此終端機不存在，或不在您的門市。',
    disabled: '此終端機已停用，請先啟用。',
  },
  quarantine: { unknown: '隔離區沒有這則訊息，或不在您的門市。' },
  claim: {
    unknown: '註冊碼錯誤、已使用或已撤銷，請索取新的註冊碼。',
    expired: '註冊碼已過期，請索取新的註冊碼。',
    locked: '錯誤次數過多，註冊碼已鎖定，請索取新的註冊碼。',
    none_open: '此終端機沒有有效的註冊碼。',
  },
  credential: { refused: '此終端機的權杖或密鑰無效。' },
  command: {
    unknown: '此指令不存在，或不屬於此終端機。',
    sent: '此指令已傳送或已結束。',
    no_script: '生效的設定中沒有此名稱的腳本。',
    too_large: '指令過大，無法放入一則訊息。',
  },
  configuration: { unknown: '此設定不存在，或不屬於此終端機。' },
  row: { changed: '其他人已先行修改。請查看目前內容，再儲存一次。' },
  audit: { too_many: '超過 {{count, number}} 列。請選擇較短的期間。' },
  period: {
    reversed: '期間的開始晚於結束。',
    too_long: '期間過長，最多 {{days}} 天。',
  },
  service: { unavailable: '服務尚未就緒，請稍後再試。' },
  internal: '服務無法完成這項作業，錯誤已記錄。',
  field: {
    missing: '必填',
    type: '值的類型不正確。',
    range: '值超出允許範圍。',
    length: '文字過短或過長。',
    format: '格式不正確。',
    choice: '不在選項之中。',
    unknown: '沒有這個欄位。',
  },
} satisfies Translation<typeof english>
