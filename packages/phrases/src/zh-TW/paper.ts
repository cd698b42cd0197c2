import type { paper as english } from '../en/paper'
import type { Translation } from '../keys'

/** 每份文件頁面上的文字。 */
export const paper = {
  made: '{{time}}（{{zone}}）為 {{name}} 製作',
  page: '{{page}} / {{pages}}',
} satisfies Translation<typeof english>
