import type { paper as english } from '../en/paper'
import type { Translation } from '../keys'

/** 每份文件页面上的文字。 */
export const paper = {
  made: '{{time}}（{{zone}}）为 {{name}} 制作',
  page: '{{page}} / {{pages}}',
} satisfies Translation<typeof english>
