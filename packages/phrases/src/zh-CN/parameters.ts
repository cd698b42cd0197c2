import type { parameters as english } from '../en/parameters'
import type { Translation } from '../keys'

/** 控制器的参数文件，以及设备的设定值。随页面加载。 */
export const parameters = {
  fridge: '指定冷柜',
  any: '全部',
  search: '搜索',
  found: '符合的设备',
  none: '没有符合的设备',
  noneHint: '品牌、类型和位置在设备总览的设备表单中设置。',
  kind: {
    all: '全部参数',
    regulation: '温度控制',
    defrost: '化霜',
    fan: '风机',
    compressor: '压缩机',
    alarm: '告警',
    other: '其他',
  },
  news: {
    title: '{{device}}：参数已变更（{{store}}）',
    cause: {
      own_other: '有 {{count, number}} 个参数由本系统更改。',
      reset_other: '有 {{count, number}} 个参数恢复为出厂值：控制器已重置或更换。',
      keypad_other: '有 {{count, number}} 个参数被更改，但并非由本系统：可能是现场面板，或总线上的其他系统。',
    },
  },
} satisfies Translation<typeof english>
