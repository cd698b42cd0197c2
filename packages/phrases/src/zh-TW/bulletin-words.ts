import type { bulletinWords as english } from '../en/bulletin-words'
import type { Translation } from '../keys'

export const bulletinWords = {
  reminder: '提醒：{{title}}',
  more: '全文請於主控台查看。',
  confirm: '閱讀後，請於主控台確認。',
  confirmUntil: '閱讀後，請於 {{until}} 前在主控台確認。',
  withdrawn: '此訊息已撤回。',
} as const satisfies Translation<typeof english>
