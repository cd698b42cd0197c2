import * as z from 'zod/mini'

/** Every code a call may be refused with, and its HTTP status. Each has a phrase in all languages. */
export const problemStatus = {
  'request.malformed': 400,
  'request.unknown_field': 400,
  'request.not_json': 400,
  'request.too_large': 413,
  'request.media_type': 415,
  'request.too_many': 429,
  'route.unknown': 404,
  'route.method': 405,
  'session.required': 401,
  'session.expired': 401,
  'session.wrong_credentials': 401,
  'session.too_many_attempts': 429,
  'session.account_disabled': 403,
  'session.password_change': 403,
  'session.code_required': 401,
  'session.wrong_code': 401,
  'session.provider_denied': 403,
  'session.provider_ended': 410,
  'session.provider_wrong_answer': 403,
  'session.provider_no_account': 403,
  'provider.off': 409,
  'provider.unreachable': 503,
  'link.ended': 410,
  'mail.off': 409,
  'mail.not_taken': 503,
  'mail.too_many': 429,
  'account.unknown': 404,
  'account.no_address': 409,
  'account.no_engineer': 400,
  'account.code_wrong': 403,
  'account.second_factor_on': 409,
  'account.second_factor_off': 409,
  'account.second_factor_own': 409,
  'account.provider_unknown': 409,
  'account.current_required': 403,
  'account.current_wrong': 403,
  'account.password_same': 400,
  'account.sign_in_unknown': 404,
  'access.page': 403,
  'access.equipment': 403,
  'right.unknown': 404,
  'right.exists': 409,
  'right.beyond_own': 403,
  'category.unknown': 404,
  'category.exists': 409,
  'category.in_use': 409,
  'account.exists': 409,
  'account.last_administrator': 409,
  'department.unknown': 404,
  'department.file': 400,
  'department.in_use': 409,
  'store.unknown': 404,
  'store.file': 400,
  'draft.unknown': 404,
  'vendor.unknown': 404,
  'device.unknown': 404,
  'point.unknown': 404,
  'equipment.unit_taken': 409,
  'equipment.terminal_fixed': 409,
  'equipment.retired': 409,
  'calibration.unknown': 404,
  'calibration.exists': 409,
  'port.unknown': 400,
  'port.needed': 400,
  'port.in_use': 409,
  'alarm.unknown': 404,
  'alarm.acknowledged_before': 409,
  'alarm.cleared': 409,
  'alarm.shelving_range': 400,
  'alarm.out_of_service': 409,
  'alarm.in_service': 409,
  'warning.unknown': 404,
  'terminal.unknown': 404,
  'terminal.disabled': 409,
  'enrolment.file': 409,
  'quarantine.unknown': 404,
  'claim.unknown': 404,
  'claim.expired': 410,
  'claim.locked': 403,
  'claim.none_open': 404,
  'credential.refused': 403,
  'command.unknown': 404,
  'command.sent': 409,
  'command.no_script': 404,
  'command.too_large': 413,
  'configuration.unknown': 404,
  'configuration.faulty': 409,
  'configuration.own_file': 409,
  'instruction.unknown': 404,
  'instruction.exists': 409,
  'instruction.too_many': 409,
  'instruction.in_use': 409,
  'instruction.not_tried': 400,
  'script.unknown': 404,
  'script.exists': 409,
  'script.folder_full': 409,
  'script.in_use': 409,
  'script.too_slow': 409,
  'script.too_many': 409,
  'deployment.unknown': 404,
  'write.unknown': 404,
  'write.exists': 409,
  'write.no_port': 409,
  'write.unpublished': 409,
  'write.not_known': 409,
  'write.under_way': 409,
  'write.value': 400,
  'write.decided': 409,
  'write.own': 403,
  'write.not_own': 403,
  'write.asker': 409,
  'write.person_needed': 403,
  'write.sent': 409,
  'write.no_undo': 409,
  'write.undone': 409,
  'model.unknown': 404,
  'model.faulty': 409,
  'model.unchanged': 409,
  'model.published_meanwhile': 409,
  'notice.target_unknown': 404,
  'notice.channel_off': 409,
  'notice.no_code': 503,
  'notice.step_unknown': 404,
  'notice.step_taken': 409,
  'row.changed': 409,
  'access.key': 403,
  'key.refused': 401,
  'key.unknown': 404,
  'key.beyond': 403,
  'key.too_many': 409,
  'audit.too_many': 400,
  'log.no_terminal': 409,
  'log.none_came': 409,
  'evidence.not_begun': 409,
  'evidence.not_insured': 409,
  'download.unknown': 404,
  'download.too_many': 409,
  'download.kept_full': 409,
  'download.ended': 409,
  'download.not_ready': 409,
  'download.expired': 410,
  'download.gone': 410,
  'download.no_longer_allowed': 403,
  'download.too_large': 413,
  'download.disk_full': 503,
  'download.gave_up': 500,
  'place.missing': 400,
  'loss_rule.threshold_above': 400,
  'warning_rule.default_foreign': 403,
  'warning_rule.faulty_file': 400,
  'report.no_sensors': 400,
  'report.too_many_sensors': 400,
  'report.too_much': 400,
  'report.too_wide': 400,
  'report.clocks_differ': 400,
  'report.schedule_unknown': 404,
  'report.schedule_exists': 409,
  'period.reversed': 400,
  'period.too_long': 400,
  'service.unavailable': 503,
  internal: 500,
} as const satisfies Record<string, 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 429 | 500 | 503>
export type ProblemCode = keyof typeof problemStatus

/** What is wrong with one field: `query.start` → `date`. */
export const fieldProblems = ['missing', 'type', 'range', 'length', 'format', 'choice', 'unknown'] as const
export type FieldProblem = (typeof fieldProblems)[number]

/** The one shape of a refusal on the wire. `message` is in the caller's language. */
export const wireProblem = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** With `row.changed`: the row as it stands now, in the shape of the call that lists it. */
  present: z.optional(z.unknown()),
  request_id: z.string(),
})
export type WireProblem = z.output<typeof wireProblem>

export type ProblemValues = Readonly<Record<string, string | number>>

/**
 * A refusal, thrown by handlers and queries. `values` fill the phrase; `fields` name what is wrong where; `present` is
 * the row that somebody else changed meanwhile, as it travels.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly values: ProblemValues
  readonly fields: Readonly<Record<string, FieldProblem>>
  readonly present: unknown

  constructor(
    code: ProblemCode,
    values: ProblemValues = {},
    fields: Readonly<Record<string, FieldProblem>> = {},
    present: unknown = undefined,
  ) {
    super(code)
    this.name = 'Problem'
    this.code = code
    this.values = values
    this.fields = fields
    this.present = present
  }

  get status(): number {
    return problemStatus[this.code]
  }
}
