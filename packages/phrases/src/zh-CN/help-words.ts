import type { helpWords as english } from '../en/help-words'
import type { Translation } from '../keys'

/** 给协助人员的建议，以及协助中发生的事；只由服务端使用。 */
export const helpWords = {
  tips: {
    alarm: {
      high: '温度过高',
      low: '温度过低',
      lost: '缺少读数',
      host_lost: '终端没有响应',
      threshold: '健康分数偏低',
      falling: '健康分数正在下降',
      oscillation: '温度忽高忽低',
    },
    bus: {
      silent: '设备没有响应',
      noisy: '设备的回复时有丢失',
      since: '自 {{since}} 起停止轮询',
      rate: '24 小时内 {{requests, number}} 次请求中有 {{rate}} 得到回复',
      counts: '超时 {{timeouts, number}} 次，损坏的回复 {{frames, number}} 次',
      checkNoise: '请找出干扰总线的原因：屏蔽线、终端电阻、与电机电缆并行的线路，或两台设备地址相同。',
      checkWay: '请检查线路：设备电源、总线的两根线、地址与速率。',
    },
    loss: {
      title: '健康分数 {{score}}',
      part: '{{cause}}：{{points}} 分',
      check: '请先看扣分最多的项目；设备曲线会显示从何时开始。',
    },
    drift: {
      title: '参数曾在现场更改',
      reason: '有人在控制器上更改了参数，还没有人查看。',
      check: '请向门店询问原因；没有理由就改回原值。',
    },
  },
  acts: {
    opened: '开始协助：{{devices}}',
    openedStore: '开始协助整间门店',
    pictures: '照片 {{pictures, number}} 张，标记 {{marks, number}} 个',
    helped: '有帮助',
    notHelped: '没有帮助',
    file: '已保存参数文件“{{name}}”，共 {{values, number}} 个值',
    screen: '{{name}} 连接门店屏幕 {{length}}',
    screenRecorded: '{{name}} 连接门店屏幕 {{length}}（已录制）',
    ended: '协助结束，历时 {{length}}：{{outcome}}',
    outcome: {
      solved: '已解决',
      visit: '需要派人到场',
      watch: '观察中',
      not_solved: '未解决',
      left: '未结束即离开',
    },
  },
} satisfies Translation<typeof english>
