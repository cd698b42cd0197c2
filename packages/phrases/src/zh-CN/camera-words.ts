import type { cameraWords as english } from '../en/camera-words'
import type { Translation } from '../keys'

/** 摄像机画面未送达的原因：只由服务器使用。 */
export const cameraWords = {
  reason: {
    no_camera: '此门店的终端没有设置这台摄像机。',
    no_upload: '终端无法将画面交给本服务。',
    network: '这台摄像机不在终端可以连接的网络内。',
    unreachable: '无法连接摄像机。',
    credential: '摄像机拒绝了用户名或密码。',
    answer: '摄像机有回应，但没有给出画面。',
    no_picture: '摄像机给出的不是完整的 JPEG 图片。',
    too_large: '摄像机的画面太大。',
    stale: '摄像机给出的是旧画面。',
    no_time: '摄像机未在规定时间内给出画面。',
    no_program: '终端缺少本机摄像机所需的程序。',
    late: '终端未在规定时间内回应。',
    simulated: '此门店为模拟门店，没有这台摄像机。',
    restarted: '终端程序在此期间重新启动。',
    full: '照片数量已达上限。',
    fault: '终端无法取得画面。',
  },
} satisfies Translation<typeof english>
