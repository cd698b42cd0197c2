export const overview = {
  lowPowerFactor: '力率 {{percent}} 未満',
  bell_other: 'アラーム：緊急・高の未確認 {{count, number}} 件',
  newAlarm: '新しいアラーム、{{store}}：{{text}}',
  newAlarms_other: '緊急・高のアラームが {{count, number}} 件発生しました',
  strip: {
    label: '優先度別の発生中アラーム',
    open: 'アラーム一覧を開く',
    flood_other: 'アラーム多発：10 分間に {{count, number}} 件',
    floodMostly_other: 'アラーム多発：10 分間に {{count, number}} 件、主に{{place}}',
    none: '未確認のアラームはありません',
  },
  matrix: {
    title: '組織',
    way: '組織内の位置',
  },
  attention: {
    title: '対応が必要な店舗',
    what: '問題の内容',
    alarms: 'アラーム',
    score: '最低健全度',
    none: '対応が必要な店舗はありません',
  },
  health: {
    title: '健康スコア',
    losses: '減点の内訳',
    frozen: '{{day}} までの基準期間と比較',
    unmeasurable: '対象外の指標:{{names}}',
  },
  board: {
    alarms: '発生中アラーム（優先度順）',
    page_other: 'ほか {{count, number}} 件 · {{page}} / {{pages}} ページ（20 秒ごとに切替）',
    title: '{{title}} 監視ボード',
    age: '{{seconds}} 秒前に受信',
    silent: '{{time}} からデータがありません',
    exit: '監視ボードを閉じる',
  },
} as const
