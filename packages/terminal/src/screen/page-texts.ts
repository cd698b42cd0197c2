/** What the page of the store says, for whoever stands at its screen. `{by}` is who is there. */
export interface PageTexts {
  readonly title: string
  readonly idle: string
  readonly wishView: string
  readonly wishControl: string
  readonly allow: string
  readonly decline: string
  readonly opening: string
  readonly views: string
  readonly controls: string
  readonly locked: string
  readonly stop: string
  readonly last: string
  readonly empty: string
  readonly none: string
}

export const pageTexts: Readonly<Record<'en' | 'ja' | 'zh-CN' | 'zh-TW', PageTexts>> = {
  en: {
    title: 'Remote screen',
    idle: 'Nobody is on this screen.',
    wishView: '{by} would like to see this screen.',
    wishControl: '{by} would like to see and operate this screen.',
    allow: 'Allow',
    decline: 'Decline',
    opening: 'Connecting {by} …',
    views: '{by} sees this screen.',
    controls: '{by} sees and operates this screen.',
    locked: 'Keyboard and mouse here are locked.',
    stop: 'End now',
    last: 'Who was here',
    empty: 'Nobody yet.',
    none: 'not connected',
  },
  ja: {
    title: 'リモート画面',
    idle: 'この画面には誰も接続していません。',
    wishView: '{by} がこの画面の表示を求めています。',
    wishControl: '{by} がこの画面の表示と操作を求めています。',
    allow: '許可する',
    decline: '断る',
    opening: '{by} を接続しています…',
    views: '{by} がこの画面を見ています。',
    controls: '{by} がこの画面を見て操作しています。',
    locked: 'この端末のキーボードとマウスはロックされています。',
    stop: '今すぐ終了',
    last: '接続の履歴',
    empty: 'まだありません。',
    none: '未接続',
  },
  'zh-CN': {
    title: '远程屏幕',
    idle: '目前没有人连接此屏幕。',
    wishView: '{by} 请求查看此屏幕。',
    wishControl: '{by} 请求查看并操作此屏幕。',
    allow: '允许',
    decline: '拒绝',
    opening: '正在连接 {by}…',
    views: '{by} 正在查看此屏幕。',
    controls: '{by} 正在查看并操作此屏幕。',
    locked: '本机的键盘和鼠标已锁定。',
    stop: '立即结束',
    last: '连接记录',
    empty: '暂无记录。',
    none: '未连接',
  },
  'zh-TW': {
    title: '遠端畫面',
    idle: '目前沒有人連線到此畫面。',
    wishView: '{by} 請求查看此畫面。',
    wishControl: '{by} 請求查看並操作此畫面。',
    allow: '允許',
    decline: '拒絕',
    opening: '正在連線 {by}…',
    views: '{by} 正在查看此畫面。',
    controls: '{by} 正在查看並操作此畫面。',
    locked: '本機的鍵盤與滑鼠已鎖定。',
    stop: '立即結束',
    last: '連線紀錄',
    empty: '尚無紀錄。',
    none: '未連線',
  },
}
