import type { Language } from '@coldkeep/phrases/translate'

/** Each language as those call it who read it. */
export const ownNames: Readonly<Record<Language, string>> = {
  en: 'English',
  ja: '日本語',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
}
