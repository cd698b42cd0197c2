import type { session as english } from '../en/session'
import type { Translation } from '../keys'

export const session = {
  login: {
    title: '登录',
    account: '账号',
    password: '密码',
    submit: '登录',
    ended: '会话已结束。登录后可回到原来的页面。',
    signedOut: '您已退出登录。',
    noAnswer: '服务没有响应。请检查网络后重试。',
    codeTitle: '输入验证码',
    codeWhy: '请打开手机上的身份验证器应用。也可使用恢复代码。',
    code: '验证码',
    back: '返回登录',
    forgot: '忘记密码？',
    forgotTitle: '找回密码',
    forgotWhy: '如果该账号登记了邮箱，我们会发送设置新密码的链接。',
    forgotSend: '发送链接',
    forgotSent: '如果存在该账号且登记了邮箱，链接已发出，30 分钟内有效。',
    linkTitle: '设置您的密码',
    linkDone: '密码已设置，请用它登录。',
    linkSave: '保存',
    newTitle: '设置您的密码',
    newWhy: '您登录所用的密码是他人给您的。请设置一个只有您知道的密码。',
    newSubmit: '保存并继续',
    or: '或',
    provider: '使用 {{provider}} 登录',
    providerBusy: '正在登录…',
  },
} satisfies Translation<typeof english>
