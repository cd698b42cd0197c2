export const overview = {
  lowPowerFactor: '功率因數低於 {{percent}}',
  bell_other: '告警：緊急與高優先級 {{count, number}} 筆未確認',
  newAlarm: '新告警，{{store}}：{{text}}',
  newAlarms_other: '新增 {{count, number}} 筆緊急或高優先級告警',
  strip: {
    label: '依優先級統計的告警',
    open: '開啟告警清單',
    flood_other: '大量告警：10 分鐘內 {{count, number}} 筆',
    floodMostly_other: '大量告警：10 分鐘內 {{count, number}} 筆，主要在{{place}}',
    none: '沒有待確認的告警',
  },
  matrix: {
    title: '組織',
    way: '在組織中的位置',
  },
  attention: {
    title: '需要關注的門市',
    what: '問題',
    alarms: '告警',
    score: '最低健康分數',
    none: '目前沒有需要關注的門市',
  },
  health: {
    title: '健康分數',
    losses: '扣分項目',
    frozen: '與截至 {{day}} 的基準期比較',
    unmeasurable: '此處不計入的指標:{{names}}',
  },
  board: {
    alarms: '未結束告警（依優先級）',
    page_other: '另有 {{count, number}} 筆 · 第 {{page}} / {{pages}} 頁（每 20 秒切換）',
    title: '{{title}} 監控看板',
    age: '{{seconds}} 秒前更新',
    silent: '自 {{time}} 起無資料',
    exit: '離開監控看板',
  },
} as const
