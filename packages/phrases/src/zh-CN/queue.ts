import type { queue as english } from '../en/queue'
import type { Translation } from '../keys'

export const queue = {
  count_other: '等待发送（{{count, number}}）',
  refusedCount_other: '未被接受（{{count, number}}）',
  show: '显示',
  title: '已在此设备输入，尚未发送',
  empty: '全部已发送。',
  sendNow: '立即发送',
  kind: {
    photo: '照片',
    renewal: '案件更新',
    completion: '保养记录',
    check: '手动测量',
    confirmation: '消息确认',
  },
  waiting: '等待发送',
  sending: '发送中',
  refused: '未被接受',
  entered: '输入于 {{time}}',
  kept: '已保存在此设备，恢复连接后会发送。',
  unkept: {
    full: '此设备的存储空间已满，也没有连接，因此未能保存。请先腾出空间，再重新添加。',
    noPlace:
      '此浏览器无法在这台设备上保存任何内容（可能是无痕窗口，或已关闭存储功能），且当前没有网络连接：此内容未保存。请在有连接时或改用其他窗口再添加一次。',
    signedOut: '当前没有登录：此内容未保存。请登录后再添加一次。',
  },
  remove: '移除',
  removeTitle: '要移除尚未发送的内容吗？',
  removeText: '服务上没有这项内容，移除后无法恢复。',
  hint: {
    again: '请再试一次，或在此移除。',
    rights: '您的账号可能已没有此权限。请询问账号管理者，然后再试一次。',
    smaller: '请用较小的图片尺寸重拍，再移除这一张。',
    picture: '请另拍一张，再移除这一张。',
    room: '请先移除另一张照片，然后再试一次。',
    clock: '请检查此设备的日期和时间，然后再试一次。',
    decide: '请打开案件：两个版本都会显示在那里。',
  },
  conflict: {
    title: '这段时间有其他人更新了此案件。您的内容尚未保存。',
    now: '当前的案件',
    mine: '您的内容，{{time}}',
    save: '保存我的内容',
    correct: '修改我的内容',
    replaceTitle: '要替换表单中的内容吗？',
    replaceText: '表单中有尚未保存的内容，将被未被接受的内容替换，且无法恢复。',
    drop: '放弃我的内容',
  },
  leave: {
    title_other: '有 {{count, number}} 条内容尚未发送，要退出登录吗？',
    text: '这些内容只在此设备上，退出时会一并删除。若要保留，请保持登录直到恢复连接。',
    action: '退出并删除',
    stay: '保持登录',
  },
} satisfies Translation<typeof english>
