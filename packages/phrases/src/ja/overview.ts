export const overview = {
  lowPowerFactor: '力率 {{percent}} 未満',
  board: {
    title: '{{title}} 監視ボード',
    age: '{{seconds}} 秒前に受信',
    silent: '{{time}} からデータがありません',
    exit: '監視ボードを閉じる',
  },
} as const
