import type { screenWords as english } from '../en/screen-words'
import type { Translation } from '../keys'

/** 画面未显示的原因，以及画面连接如何结束：只由服务器使用。 */
export const screenWords = {
  connected: '已连接',
  refusal: {
    page: '您没有远程屏幕的权限，请联系管理员。',
    points: '服务点数不足。请在“增值服务点数”页面申请。',
    equipment: '此门店有您无权查看的设备，屏幕可能会显示它们。',
    no_terminal: '此门店没有终端。',
    simulated: '此门店为模拟门店，没有屏幕。',
    offline: '此门店的终端离线。',
    no_screen: '此门店的终端未设置屏幕。',
    busy: '已有其他人连接此屏幕。',
    rule: '您的组织不允许在此门店使用远程屏幕。',
    never: '此门店不允许远程屏幕。',
    opening_hours: '此门店只允许在营业时间以外使用远程屏幕。',
    declined: '门店已拒绝。',
    unanswered: '门店在 30 秒内无人回应。',
    screen_fault: '无法连接门店的 VNC 服务器，或密码被拒绝。',
    no_tunnel: '终端无法为屏幕连接到本服务。',
    late: '终端未在规定时间内回应。',
  },
  end: {
    operator: '由操作者结束',
    idle: '已结束：太久没有点击或输入',
    too_long: '已结束：已达最长时间',
    stopped: '由门店结束',
    screen_gone: '已结束：门店的 VNC 服务器断开连接',
    malformed: '已结束：门店发来不允许的数据',
    lost: '已结束：连接中断',
    terminal_ends: '已结束：终端程序重新启动',
    server_ends: '已结束：服务重新启动',
    refused: '未连接',
  },
} satisfies Translation<typeof english>
