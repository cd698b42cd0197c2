/** One phrase per problem code, under the code's own name; `field` words what is wrong with one field. */
export const errors = {
  request: {
    malformed: 'The request was not understood. Check the marked fields.',
    unknown_field: 'The request has an unknown field: {{field}}.',
    not_json: 'The request body is not valid JSON.',
    too_large: 'The request is too large. The limit is {{limit}}.',
    media_type: 'This call does not accept the content type of the request.',
    too_many: 'Too many requests. Try again in {{seconds}} seconds.',
    busy: 'Too many requests at once. Try again in {{seconds}} seconds.',
  },
  route: {
    unknown: 'There is nothing at this address.',
    method: 'This address does not accept this method.',
  },
  session: {
    required: 'Sign in to continue.',
    expired: 'Your session has ended. Sign in again.',
    wrong_credentials: 'The account or the password is wrong.',
    too_many_attempts: 'Too many sign-in attempts. Try again in {{minutes}} minutes.',
    account_disabled: 'This account is disabled. Ask your administrator.',
    code_required: 'Enter the code from your authenticator app as well.',
    wrong_code: 'This code is wrong or has already been used. Wait for the next one.',
    provider_denied: '{{provider}} did not sign you in: it was cancelled or not allowed there.',
    provider_ended:
      'This sign-in was not started in this browser, took too long or was already used. Start again.',
    provider_wrong_answer:
      'The response from {{provider}} could not be trusted, so no one was signed in. Start again; if this persists, contact your administrator.',
    provider_not_linked:
      'No account here is linked to your {{provider}} sign-in. Sign in with account and password, then link {{provider}} on the Account page.',
    provider_no_account: 'No account here belongs to your {{provider}} sign-in. Ask your administrator.',
    password_change: 'Choose your own password first.',
    factor_asked: 'Set up one-time codes first: your company requires them.',
    password_ended:
      'This temporary password was issued more than 7 days ago and has expired. Ask an administrator for a new one.',
  },
  account: {
    unknown: 'Account not found.',
    no_address: 'This account has no email address. Add one first.',
    no_engineer:
      'The alert service is for engineers. Mark the account as an engineer, or leave the day empty.',
    code_wrong: 'This code is wrong or has already been used. Wait for the next one.',
    second_factor_first: 'Switch on one-time codes for your own account first.',
    second_factor_on: 'One-time codes are already on.',
    second_factor_off: 'One-time codes are off.',
    second_factor_own: 'Switch off your own one-time codes on the Account page, with a code.',
    exists: 'This account name is already in use.',
    last_administrator:
      'This would remove rights that only the last administrator of the whole organisation has.',
    current_required:
      'Enter your current password as well: you have not signed in with it in the last ten minutes.',
    current_wrong: 'The current password is wrong.',
    password_same: 'Choose a password that is neither the current one nor the account name.',
    password_common: 'This password is very common, so it is guessed first. Choose another one.',
    password_names: 'This password is little more than names that others know. Choose other words.',
    provider_unknown: 'This account has not signed in with the provider.',
    sign_in_unknown: 'This sign-in has already ended, or is the one you are using.',
  },
  link: {
    ended: 'This link has expired or has already been used. Ask for a new one.',
  },
  provider: {
    off: 'This server has no sign-in provider. Use account and password.',
    unreachable:
      '{{provider}} cannot be reached at the moment. Try again later, or sign in with account and password.',
  },
  mail: {
    off: 'This server does not send email. Ask your administrator.',
    not_taken: 'The mail server did not accept the email. Try again later.',
    too_many:
      'Too many emails requested in a short time. Try again in {{minutes}} minutes; those already sent remain valid.',
  },
  access: {
    key: 'An API key may not make this call.',
    page: 'Your account may not open this page.',
    equipment: 'Your account has no permission for the equipment involved.',
    owner: 'This belongs to another department or comes with the product. Save your own copy to change it.',
  },
  right: {
    unknown: 'Permission not found.',
    exists: 'The account already has a permission of this type.',
    beyond_own: 'This exceeds what your own account may do, or is outside your department.',
  },
  category: {
    unknown: 'Permission type not found.',
    exists: 'This permission type name is already in use.',
    in_use: 'Accounts with permissions of this type: {{count}}. Remove these permissions first.',
  },
  department: {
    unknown: 'Department not found.',
    file: 'The update file has errors. Check the preview.',
    in_use: 'Departments with stores or accounts cannot be removed: {{departments}}. Move these first.',
  },
  table: {
    too_many_columns: 'A table header can have at most {{limit, number}} columns.',
    line_too_long:
      'A table line can have at most {{limit, number}} KB. Check that lines end and that quotes are closed.',
  },
  store: {
    unknown: 'Store not found.',
    file: 'The store table has errors. Check the preview.',
  },
  draft: { unknown: 'This draft has since been finished or discarded.' },
  vendor: { unknown: 'Vendor not found.' },
  device: { unknown: 'Device not found.' },
  point: { unknown: 'Point not found on this device.' },
  equipment: {
    unit_taken: 'Unit ID {{unit}} is already in use there. Choose another unit ID or port.',
    terminal_fixed:
      'This device already has readings at its terminal, so it stays there. Retire it and add it to the other terminal.',
    retired: 'This device is retired. Restore it first.',
  },
  port: {
    unknown: 'The terminal has no port {{port}}.',
    needed: 'The terminal has several ports. Choose one.',
    in_use: 'Script requests that use port {{port}}: {{count, number}}. Change the scripts first.',
  },
  enrolment: { file: 'The table cannot be enrolled. Check the preview again.' },
  alarm: {
    unknown: 'Alarm not found.',
    acknowledged_before: 'This alarm has already been acknowledged.',
    cleared: 'This alarm has already been cleared.',
    shelving_range: 'Shelve an alarm until a time in the next 24 hours.',
    out_of_service: 'This alarm is out of service.',
    in_service: 'This alarm is not out of service.',
  },
  warning: { unknown: 'Early warning not found.' },
  terminal: {
    unknown: 'Terminal not found.',
    disabled: 'This terminal is disabled. Enable it first.',
    too_many: 'A store can have at most {{limit}} terminals.',
    simulated: 'The store is simulated: nothing was done. It reports but does not carry out commands.',
  },
  quarantine: { unknown: 'Quarantined message not found.' },
  box: {
    no_token: 'The box of this terminal has no token.',
    auto_confirm_on: 'Nothing is asked of this box already.',
  },
  claim: {
    unknown: 'This claim code is wrong, already used or withdrawn. Ask for a new one.',
    expired: 'This claim code has expired. Ask for a new one.',
    locked: 'This claim code is locked after too many failed attempts. Ask for a new one.',
    none_open: 'This terminal has no open claim code.',
  },
  replacement: { none: 'No replacement box is waiting for this terminal.' },
  credential: { refused: 'The token or secret of this terminal is not valid.' },
  command: {
    unknown: 'Command not found.',
    sent: 'This command has already been sent or has ended.',
    no_script: 'The active configuration has no script with this name.',
    too_large: 'The command is too large for one message.',
  },
  configuration: {
    unknown: 'Configuration not found.',
    faulty: 'The terminal cannot use this configuration. {{faults}}',
    own_file: 'This terminal runs its own file. Send it a complete configuration first.',
  },
  write: {
    unknown: 'Write not found.',
    exists: 'This write ID is already in use.',
    no_port: 'The port of {{device}} is unknown. Enter it in the equipment overview.',
    unpublished: 'The model of {{device}} has not been published yet.',
    not_known: 'The published model of {{device}} has no such write.',
    under_way: 'Another write to the same point of {{device}} is already in progress.',
    value: '{{device}} does not accept this value.',
    decided: 'This write has already been decided, or it is too late to decide.',
    own: 'A second person must decide on it, not the requester.',
    not_own: 'Only the requester can withdraw a write; others can reject it.',
    asker: 'The requester may no longer write there. Reject it.',
    person_needed: 'A signed-in person must decide on writes, not an API key.',
    sent: 'This write can no longer be withdrawn.',
    no_undo: 'The previous values are unknown, or nothing happened.',
    undone: 'This write has already been undone or is being undone.',
  },
  instruction: {
    unknown: 'This row of the instruction tables no longer exists.',
    exists: 'The model already has a command with this code.',
    too_many: 'A command can have at most {{limit}} nodes.',
    in_use: 'Scripts use this command: {{scripts}}',
    not_tried: 'This write cannot be tried. {{reason}}',
  },
  script: {
    unknown: 'This folder, script or row no longer exists.',
    exists: 'This name or command is already in use.',
    folder_full: 'The folder still has {{count}} script files.',
    in_use: '{{stores}} stores poll this script. Remove it from them first.',
    foreign_models: 'The department does not use these models: {{models}}',
    too_slow:
      'A cycle may take {{worst}} s when devices are silent, longer than the period of {{period}} s. {{fits}} s would do.',
    too_many: 'A script can have at most {{limit}} commands.',
  },
  deployment: { unknown: 'Patch not found.' },
  firmware: {
    off: 'This server has no root key for releases, so it accepts no firmware files. Contact your administrator.',
    type_unknown: 'Device type not found.',
    image_unknown: 'Firmware file not found.',
    image_exists: 'There is already a firmware file of this type and version.',
    not_released: 'This firmware file is not released for jobs. Release it first.',
    release_wrong:
      'This release is not valid: it is not signed by a known key, has expired, or its keys are older than known ones.',
    other_type: 'This release is for another device type: {{type}}.',
    other_size:
      'The firmware file is not as large as its release states. Choose the two files that belong together.',
    other_hash:
      'The firmware file is not the one that its release describes. Choose the two files that belong together.',
    upload_unknown: 'This upload no longer exists. Start it again.',
    upload_offset: 'This part does not continue where the upload ended.',
    disk_full:
      'The server disk is nearly full, so the firmware file was not kept. Contact your administrator.',
    job_unknown: 'Update job not found.',
    job_state: 'The update job is no longer in a state that allows this. Check its current state.',
    no_targets: 'This choice reaches no terminal that could be updated.',
    not_planned: 'No update waits for this store any more: it has begun, or was cancelled.',
    not_postponable: 'This update job does not ask stores, so it cannot be postponed.',
    postponed_out: 'This store has postponed the update twice, so it now comes in the next window.',
    busy: 'Another job is updating these terminals.',
  },
  model: {
    unknown: 'Model or version not found.',
    exists:
      'A model with this name is already used in this department or belongs to one below it. Choose another name.',
    several: 'Several departments have a model with this name. Specify whose.',
    faulty: 'The model has errors. Fix them, then publish.',
    unchanged: 'Nothing has changed since version {{version}}.',
    published_meanwhile: 'Someone else has published version {{version}}. Review the changes again.',
    publication_waits:
      'A version of this model is already waiting for a second person. Decide on it or withdraw it first.',
    publication_decided: 'This version is no longer waiting. Check the versions again.',
    publication_own: 'Someone else must review the version that you want to publish.',
    publication_not_own: 'Only the requester can withdraw it. Others can reject it.',
    publication_asker: 'The requester may no longer publish this model.',
    publication_person_needed: 'A signed-in person must decide on versions, not an API key.',
  },
  notice: {
    target_unknown: 'Notification target not found.',
    channel_off: 'This channel is not set up on the server.',
    no_code: 'The code could not be created. Try again in a few minutes.',
    step_unknown: 'Escalation step not found.',
    step_taken: 'The target already has a step with this number.',
  },
  row: { changed: 'Someone else changed this. Review the current values and save again.' },
  key: {
    refused: 'This API key is wrong, has expired or was revoked.',
    unknown: 'API key not found.',
    beyond: 'A key cannot have more permissions than its account.',
    too_many: 'This account already has {{count, number}} keys. Revoke one that is no longer used.',
  },
  log: {
    no_terminal: 'There is no terminal that can be asked for logs.',
    too_many: 'Logs of at most {{limit}} terminals can be ordered at once. Choose a store.',
    unpacks_too_large: 'A log is larger than {{limit, number}} MB when unpacked, so no file was created.',
    none_came: 'No terminal sent a log.',
  },
  upkeep: {
    plan_unknown: 'Upkeep plan not found.',
    plan_exists: 'This store already has this item for the same equipment.',
    record_taken: 'This record already belongs to other work.',
  },
  calibration: {
    unknown: 'Calibration not found.',
    exists: 'This probe already has a calibration on that day.',
  },
  evidence: {
    not_begun: 'This period has not begun yet.',
    not_insured: 'No device you may see at this store is insured on these days.',
  },
  download: {
    unknown: 'Record not found.',
    too_many: 'You already have {{count, number}} files in progress. Wait for one, or cancel it.',
    kept_full:
      'You have reached the limit with {{count, number}} files ({{size}}). Remove some that you have already downloaded.',
    ended: 'This is no longer in progress.',
    not_ready: 'The file is not finished yet.',
    expired: 'The file has expired. Create it again.',
    gone: 'The file is no longer on this server. Create it again.',
    no_longer_allowed: 'The person who ordered this file no longer has permission to receive it.',
    too_large: 'The file would be larger than {{size}}. Choose a shorter period or fewer sensors.',
    disk_full: 'The server disk is nearly full, so the file was not created. Contact your administrator.',
    gave_up:
      'The file could not be created after several attempts. If this persists, contact your administrator.',
  },
  audit: { too_many: 'There are more than {{count, number}} rows. Choose a shorter period.' },
  place: { missing: 'Choose a department or a store.' },
  loss_rule: { threshold_above: 'The lost minutes must not exceed the window.' },
  warning_rule: {
    default_foreign: 'Only company-wide accounts can change the defaults.',
    faulty_file: 'Nothing was imported. Rows with errors: {{rows}}.',
  },
  report: {
    no_sensors: 'No sensor you may see matches this selection.',
    too_many_sensors: 'A report can have at most {{count, number}} sensors. Choose fewer.',
    too_much:
      'With {{count, number}} sensors, a report can cover at most {{days, number}} days. Choose a shorter period or fewer sensors.',
    too_wide: 'More than {{count, number}} sensors do not fit side by side. Choose one row per reading.',
    schedule_unknown: 'Scheduled report not found.',
    schedule_exists: 'You already have a scheduled report with this name.',
    clocks_differ:
      'The stores are in different time zones, which do not fit in one table. Choose a fixed time zone, or one row per reading.',
  },
  series: {
    too_many_points: 'Too many points for one chart. Choose at most {{most, number}}.',
    too_wide: 'Too wide for so many points. Request at most {{columns, number}} columns.',
  },
  period: {
    reversed: 'The start of the period is after its end.',
    too_long: 'The period is too long. Choose at most {{days}} days.',
  },
  service: { unavailable: 'The service is not ready yet. Try again in a moment.' },
  internal: 'The service could not complete this. The failure was recorded.',
  field: {
    missing: 'Required',
    type: 'This is not the expected kind of value.',
    range: 'The value is outside the allowed range.',
    length: 'The text is too short or too long.',
    format: 'The text does not have the expected format.',
    choice: 'This is not one of the choices.',
    unknown: 'Unknown field.',
  },
} as const
