import type { firmwareJobs as english } from '../en/firmware-jobs'
import type { Translation } from '../keys'

export const firmwareJobs = {
  lost: '终端已 24 小时没有任何信号。',
  pause: {
    failed_share: '本批次 {{count}} 台终端中有 {{failed}} 台失败，超过任务允许的上限。',
    failed_count: '第一批次有 {{failed}} 台终端失败，已达到任务允许的上限。',
    beyond: '失败的终端过多，位于您的部门或其他部门。',
    about: {
      hardware: '失败主要出现在硬件 {{name}} 上。',
      model: '失败主要出现在有 {{name}} 的门店。',
      vendor: '失败主要出现在 {{name}} 负责的门店。',
    },
  },
  field: {
    poll_success: '已更新终端的轮询成功率多下降了 {{worse}} 个百分点。',
    outbox_age: '已更新终端的读数送达时间为 {{worse}} 倍。',
    restarts: '已更新终端每小时多启动 {{worse}} 次。',
    minutes_lost: '已更新终端每小时断线多 {{worse}} 分钟。',
    rows: '已更新终端发送的读数减少 {{worse}} %。',
    broken: '{{stores}} 台已更新终端出现大量轮询、读数或连接缺失，或反复启动，比例高出 {{worse}} 个百分点。',
    about: {
      hardware: '问题出在硬件 {{name}}。',
      model: '问题出在 {{name}}。',
      vendor: '问题出在 {{name}} 负责的门店。',
    },
    besideOthers: '比较对象为同时段 {{others}} 台未更新的终端。',
    besideWeek: '比较对象为过去一周的同一时段。',
    good: '与 {{others}} 台未更新终端比较 {{comparisons}} 项，没有变差',
    goodBesideWeek: '与过去一周比较 {{comparisons}} 项，没有变差',
    unknown: '终端或读数太少，无法比较',
  },
  news: {
    paused: '更新到 {{version}} 已暂停',
    finished: '更新到 {{version}} 已完成',
    finished_partly: '更新到 {{version}} 已完成，部分失败',
    left_behind_other: '{{count, number}} 台终端落后两个以上版本',
  },
  newest: '{{type}}：最新发布版本为 {{version}}。',
  moreStores_other: '{{stores}}等，另有 {{count, number}} 家门店',
  error: {
    signature: '发布包未使用终端信任的密钥签名。',
    old: '该版本不比正在运行的版本新，或不能在其上安装。',
    expired: '发布包已过期。',
    oldKeys: '发布包使用了已被替换的密钥签名。',
    noRoot: '终端程序中没有用于发布的根密钥。',
    type: '该镜像适用于其他类型的终端。',
    space: '终端磁盘空间不足。',
    hash: '收到的镜像已损坏。',
    install: '无法解压镜像：{{text}}',
    confirm: '新版本未能正常运行，已恢复到之前的版本。',
    link: '之前的版本能够连接而新版本不能，已恢复到之前的版本。',
    noSupervisor: '终端程序不是由其守护程序启动的，因此无法更新。',
    busy: '另一个任务正在更新该终端。',
  },
} satisfies Translation<typeof english>
