import type { Language } from './translate'

/** The few words that must be there before any language file is: the page that says that nothing could be loaded. */
export const startPhrases: Readonly<Record<Language, { title: string; text: string; retry: string }>> = {
  en: {
    title: 'The console could not start',
    text: 'Its configuration or its texts could not be loaded. Check the connection and try again.',
    retry: 'Retry',
  },
  ja: {
    title: 'コンソールを開始できませんでした',
    text: '設定または表示文を読み込めませんでした。接続を確認して、もう一度お試しください。',
    retry: '再試行',
  },
  'zh-CN': {
    title: '控制台无法启动',
    text: '未能加载配置或界面文字。请检查网络后重试。',
    retry: '重试',
  },
  'zh-TW': {
    title: '主控台無法啟動',
    text: '無法載入設定或介面文字，請檢查連線後再試一次。',
    retry: '重試',
  },
}
