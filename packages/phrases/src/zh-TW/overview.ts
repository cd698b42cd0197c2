export const overview = {
  lowPowerFactor: '功率因數低於 {{percent}}',
  board: {
    title: '{{title}} 監控看板',
    age: '{{seconds}} 秒前更新',
    silent: '自 {{time}} 起無資料',
    exit: '離開監控看板',
  },
} as const
