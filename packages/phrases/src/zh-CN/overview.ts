export const overview = {
  lowPowerFactor: '功率因数低于 {{percent}}',
  bell_other: '告警：紧急与高优先级 {{count, number}} 条未确认',
  newAlarm: '新告警，{{store}}：{{text}}',
  newAlarms_other: '新增 {{count, number}} 条紧急或高优先级告警',
  strip: {
    label: '按优先级统计的告警',
    open: '打开告警列表',
    flood_other: '大量告警：10 分钟内 {{count, number}} 条',
    floodMostly_other: '大量告警：10 分钟内 {{count, number}} 条，主要在{{place}}',
    none: '没有待确认的告警',
  },
  matrix: {
    title: '组织',
    way: '在组织中的位置',
  },
  attention: {
    title: '需要关注的门店',
    what: '问题',
    alarms: '告警',
    score: '最低健康分数',
    none: '目前没有需要关注的门店',
  },
  health: {
    title: '健康分数',
    losses: '扣分项目',
    frozen: '与截至 {{day}} 的基准期比较',
    unmeasurable: '此处不计入的指标:{{names}}',
  },
  board: {
    alarms: '未结束告警（按优先级）',
    page_other: '另有 {{count, number}} 条 · 第 {{page}} / {{pages}} 页（每 20 秒切换）',
    title: '{{title}} 监控看板',
    age: '{{seconds}} 秒前更新',
    silent: '自 {{time}} 起无数据',
    exit: '退出监控看板',
  },
} as const
