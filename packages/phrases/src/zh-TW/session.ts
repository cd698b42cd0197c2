import type { session as english } from '../en/session'
import type { Translation } from '../keys'

export const session = {
  login: {
    title: '登入',
    account: '帳號',
    password: '密碼',
    submit: '登入',
    missing: '請輸入帳號與密碼',
    ended: '工作階段已結束，登入後會回到原來的畫面。',
    signedOut: '您已登出。',
    noAnswer: '服務沒有回應，請檢查連線後再試一次。',
    newTitle: '設定您的密碼',
    newWhy: '您登入所用的密碼是他人給您的。請設定一個只有您知道的密碼。',
    newSubmit: '儲存並繼續',
  },
} satisfies Translation<typeof english>
