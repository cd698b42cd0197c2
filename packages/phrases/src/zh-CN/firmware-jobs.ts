import type { firmwareJobs as english } from '../en/firmware-jobs'
import type { Translation } from '../keys'

export const firmwareJobs = {
  lost: '终端已 24 小时没有任何信号。',
  pause: {
    failed_share: '本批次 {{count}} 台终端中有 {{failed}} 台失败，超过任务允许的上限。',
    failed_count: '第一批次有 {{failed}} 台终端失败，已达到任务允许的上限。',
    about: {
      hardware: '失败主要出现在硬件 {{name}} 上。',
      model: '失败主要出现在有 {{name}} 的门店。',
      vendor: '失败主要出现在 {{name}} 负责的门店。',
    },
  },
  news: {
    paused: '更新到 {{version}} 已暂停',
    finished: '更新到 {{version}} 已完成',
    finished_partly: '更新到 {{version}} 已完成，部分失败',
  },
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
    box: '设备无法安装：{{text}}',
    rejected: '设备拒绝安装：{{text}}',
    unconfirmed: '设备没有报告正在运行新版本。',
  },
} satisfies Translation<typeof english>
