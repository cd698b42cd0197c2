import type { session as english } from '../en/session'
import type { Translation } from '../keys'

export const session = {
  login: {
    title: '登入',
    account: '帳號',
    password: '密碼',
    submit: '登入',
    ended: '工作階段已結束，登入後會回到原來的畫面。',
    signedOut: '您已登出。',
    noAnswer: '服務沒有回應，請檢查連線後再試一次。',
    codeTitle: '輸入驗證碼',
    codeWhy: '請開啟手機上的驗證器應用程式，也可使用復原碼。',
    code: '驗證碼',
    back: '返回登入',
    forgot: '忘記密碼？',
    forgotTitle: '找回密碼',
    forgotWhy: '若此帳號登記了電子郵件，將寄出設定新密碼的連結。',
    forgotSend: '寄出連結',
    forgotSent: '若有此帳號並登記了電子郵件，連結已寄出，30 分鐘內有效。',
    linkTitle: '設定您的密碼',
    linkDone: '密碼已設定，請用它登入。',
    linkSave: '儲存',
    newTitle: '設定您的密碼',
    newWhy: '您登入所用的密碼是他人給您的。請設定一個只有您知道的密碼。',
    newSubmit: '儲存並繼續',
    or: '或',
    provider: '使用 {{provider}} 登入',
    providerBusy: '登入中…',
  },
} satisfies Translation<typeof english>
