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
  },
} satisfies Translation<typeof english>
