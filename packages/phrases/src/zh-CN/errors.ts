import type { errors as english } from '../en/errors'
import type { Translation } from '../keys'

export const errors = {
  request: {
    malformed: '无法理解该请求。请检查标出的字段。',
    unknown_field: '请求中含有此调用不支持的字段：{{field}}',
    not_json: '请求正文不是有效的 JSON。',
    too_large: '请求过大，上限为 {{limit}}。',
    media_type: '此调用不接受该内容类型。',
    too_many: '请求过于频繁。请在 {{seconds}} 秒后重试。',
  },
  route: {
    unknown: '此地址没有内容。',
    method: '此地址不支持该方法。',
  },
  session: {
    required: '请先登录。',
    expired: '会话已结束，请重新登录。',
    wrong_credentials: '账号或密码错误。',
    too_many_attempts: '登录尝试次数过多。请在 {{minutes}} 分钟后重试。',
    account_disabled: '该账号已停用，请联系管理员。',
    password_change: '请先设置您自己的密码。',
  },
  account: {
    current_required: '您登录已超过 10 分钟，请同时输入当前密码。',
    current_wrong: '当前密码不正确。',
    password_same: '请使用与当前密码和账号名都不同的密码。',
    sign_in_unknown: '该登录已经结束，或是您正在使用的登录。',
  },
  access: {
    page: '您的账号无权打开此页面。',
    equipment: '您的账号对相关设备没有权限。',
  },
  department: {
    unknown: '该部门不存在，或不在您的权限范围内。',
    file: '更新文件有错误，请查看预览。',
    in_use: '仍有门店或账号的部门不能删除：{{departments}}。请先移走。',
  },
  store: { unknown: '该门店不存在，或不在您的权限范围内。' },
  vendor: { unknown: '该维保商不存在，或不负责您权限范围内的门店。' },
  device: { unknown: '该设备不存在，或不在您权限范围内的门店。' },
  point: { unknown: '该测点不存在，或不属于此设备。' },
  alarm: {
    unknown: '该告警不存在,或不属于您的门店。',
    acknowledged_before: '该告警已有人确认。',
    cleared: '该告警已经结束。',
    shelving_range: '告警只能搁置到未来 24 小时内的某一时刻。',
    out_of_service: '该告警已停用。',
    in_service: '该告警并未停用。',
  },
  warning: { unknown: '该早期预警已不存在，或不属于您的设备。' },
  terminal: {
    unknown: '该终端不存在，或不在您的门店。',
    disabled: '该终端已停用，请先启用。',
  },
  quarantine: { unknown: '隔离区没有这条消息，或不在您的门店。' },
  claim: {
    unknown: '注册码错误、已使用或已撤销，请索取新的注册码。',
    expired: '注册码已过期，请索取新的注册码。',
    locked: '错误次数过多，注册码已锁定，请索取新的注册码。',
    none_open: '该终端没有有效的注册码。',
  },
  credential: { refused: '该终端的令牌或密钥无效。' },
  command: {
    unknown: '此命令不存在，或不属于此终端。',
    sent: '此命令已发送或已结束。',
    no_script: '生效的配置中没有此名称的脚本。',
    too_large: '命令过大，无法放入一条消息。',
  },
  configuration: { unknown: '此配置不存在，或不属于此终端。' },
  row: { changed: '其他人已先行修改。请查看当前内容，然后再次保存。' },
  audit: { too_many: '超过 {{count, number}} 行。请选择更短的期间。' },
  period: {
    reversed: '起始时间晚于结束时间。',
    too_long: '时间范围过长，最多 {{days}} 天。',
  },
  service: { unavailable: '服务尚未就绪，请稍后重试。' },
  internal: '服务未能完成操作，故障已记录。',
  field: {
    missing: '必填',
    type: '值的类型不正确。',
    range: '值超出允许范围。',
    length: '文字过短或过长。',
    format: '格式不正确。',
    choice: '不在可选项之内。',
    unknown: '没有这个字段。',
  },
} satisfies Translation<typeof english>
