import type { session as english } from '../en/session'
import type { Translation } from '../keys'

export const session = {
  login: {
    title: '登录',
    account: '账号',
    password: '密码',
    submit: '登录',
    missing: '请输入账号和密码',
    ended: '会话已结束。登录后可回到原来的页面。',
    signedOut: '您已退出登录。',
    noAnswer: '服务没有响应。请检查网络后重试。',
    newTitle: '设置您的密码',
    newWhy: '您登录所用的密码是他人给您的。请设置一个只有您知道的密码。',
    newSubmit: '保存并继续',
  },
} satisfies Translation<typeof english>
