export const overview = {
  lowPowerFactor: '功率因数低于 {{percent}}',
  board: {
    title: '{{title}} 监控看板',
    age: '{{seconds}} 秒前更新',
    silent: '自 {{time}} 起无数据',
    exit: '退出监控看板',
  },
} as const
