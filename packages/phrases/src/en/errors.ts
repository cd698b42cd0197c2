/** One phrase per problem code, under the code's own name; `field` words what is wrong with one field. */
export const errors = {
  request: {
    malformed: 'The request was not understood. Check the marked fields.',
    unknown_field: 'The request holds a field that this call does not know: {{field}}.',
    not_json: 'The request body is not valid JSON.',
    too_large: 'The request is too large. At most {{limit}} are accepted.',
    media_type: 'The request has a content type that this call does not accept.',
    too_many: 'Too many requests. Try again in {{seconds}} seconds.',
    busy: 'Much was asked for at once. Try again in {{seconds}} seconds.',
  },
  route: {
    unknown: 'There is nothing at this address.',
    method: 'This address does not accept this method.',
  },
  session: {
    required: 'Sign in to continue.',
    expired: 'Your session has ended. Sign in again.',
    wrong_credentials: 'The account or the password is wrong.',
    too_many_attempts: 'Too many attempts to sign in. Try again in {{minutes}} minutes.',
    account_disabled: 'This account is disabled. Ask your administrator.',
    code_required: 'Enter the code from your authenticator app as well.',
    wrong_code: 'This code is wrong or was used already. Wait for the next one.',
    provider_denied: '{{provider}} did not sign you in: it was cancelled there, or not allowed.',
    provider_ended:
      'This sign-in was not begun in this browser, took too long or was used already. Begin again.',
    provider_wrong_answer:
      'The answer of {{provider}} could not be trusted, so nobody was signed in. Begin again; if it stays so, tell your administrator.',
    provider_not_linked:
      'No account here is linked to whom {{provider}} signed in. Sign in with account and password, then link {{provider}} on the page of your account.',
    provider_no_account: 'No account here belongs to whom {{provider}} signed in. Ask your administrator.',
    password_change: 'Choose a password of your own first.',
    factor_asked: 'Set up one-time codes first: your company asks for them.',
    password_ended:
      'This temporary password was given more than 7 days ago and has ended. Ask an administrator for a new one.',
  },
  account: {
    unknown: 'This account does not exist or is not one of yours.',
    no_address: 'This account has no mail address. Give it one first.',
    no_engineer:
      'The alert service is one of engineers. Mark the account as an engineer, or leave the day empty.',
    code_wrong: 'This code is wrong or was used already. Wait for the next one.',
    second_factor_first: 'Switch on one-time codes for your own account first.',
    second_factor_on: 'One-time codes are on already.',
    second_factor_off: 'One-time codes are off.',
    second_factor_own: 'Your own one-time codes are switched off on the page Account, with a code.',
    exists: 'There is an account of this name already.',
    last_administrator:
      'This would take away what only the last administrator of the whole organisation can do.',
    current_required:
      'Enter your present password as well: you have not signed in with it in the last ten minutes.',
    current_wrong: 'The present password is wrong.',
    password_same: 'Choose a password that is neither the present one nor the name of the account.',
    password_common: 'Many people choose this password, so it is guessed first. Choose another one.',
    password_names: 'This password is little more than names that others know. Choose other words.',
    provider_unknown: 'This account has not signed in with the provider.',
    sign_in_unknown: 'This sign-in has ended already, or it is the one you are using.',
  },
  link: {
    ended: 'This link has ended or was used already. Ask for a new one.',
  },
  provider: {
    off: 'This server has no provider to sign in with. Use account and password.',
    unreachable:
      '{{provider}} cannot be reached at this moment. Try again later, or sign in with account and password.',
  },
  mail: {
    off: 'This server sends no mail. Ask your administrator.',
    not_taken: 'The mail server did not take the mail. Try again later.',
    too_many:
      'Too many mails were asked for in a short time. Try again in {{minutes}} minutes; those that were sent stay good.',
  },
  access: {
    key: 'An API key may not make this call.',
    page: 'Your account may not open this page.',
    equipment: 'Your account has no permission for equipment that this is about.',
    owner: 'It belongs to another department or comes with the product. Save it as your own to change it.',
  },
  right: {
    unknown: 'This permission does not exist or is not of one of your accounts.',
    exists: 'The account has a permission of this type already.',
    beyond_own: 'This goes beyond what your own account may do, or beyond your department.',
  },
  category: {
    unknown: 'This permission type does not exist.',
    exists: 'There is a permission type of this name already.',
    in_use: 'Accounts have permissions of this type: {{count}}. Take them away first.',
  },
  department: {
    unknown: 'This department does not exist or is not one of yours.',
    file: 'The update file has faults. Look at its preview.',
    in_use: 'Departments with stores or accounts cannot be removed: {{departments}}. Move these first.',
  },
  table: {
    too_many_columns: 'The head of a table has at most {{limit, number}} columns.',
    line_too_long:
      'A line of a table has at most {{limit, number}} KB. Check that lines end and that quotes are closed.',
  },
  store: {
    unknown: 'This store does not exist or is not one of yours.',
    file: 'The table of stores has faults. Look at its preview.',
  },
  draft: { unknown: 'This draft was finished or discarded meanwhile.' },
  vendor: { unknown: 'This vendor does not exist or serves none of your stores.' },
  device: { unknown: 'This device does not exist or is not in one of your stores.' },
  point: { unknown: 'This point does not exist or does not belong to the device.' },
  equipment: {
    unit_taken: 'Another device in use answers to unit {{unit}} there. Choose another unit id or port.',
    terminal_fixed:
      'Something was read from this device at its terminal already, so that it stays there. Retire it, and add it to the other terminal.',
    retired: 'This device is retired. Bring it back first.',
  },
  port: {
    unknown: 'The terminal has no port {{port}}.',
    needed: 'The terminal has several ports. Choose one.',
    in_use: 'Requests of scripts go over port {{port}}: {{count, number}}. Change the scripts first.',
  },
  enrolment: { file: 'The table cannot be enrolled as it stands. Look at its preview again.' },
  alarm: {
    unknown: 'This alarm does not exist or is not in one of your stores.',
    acknowledged_before: 'Somebody has acknowledged this alarm before.',
    cleared: 'This alarm is cleared already.',
    shelving_range: 'An alarm is shelved until a time in the next 24 hours.',
    out_of_service: 'This alarm is out of service.',
    in_service: 'This alarm is not out of service.',
  },
  warning: { unknown: 'This early warning does not exist any more, or is not of one of your devices.' },
  terminal: {
    unknown: 'This terminal does not exist or is not in one of your stores.',
    disabled: 'This terminal is disabled. Enable it first.',
    simulated: 'The store is simulated: nothing was done. It reports, and carries out no orders.',
  },
  quarantine: { unknown: 'There is no such message in quarantine, or not in one of your stores.' },
  claim: {
    unknown: 'This claim code is wrong, was used already, or was withdrawn. Ask for a new one.',
    expired: 'This claim code has expired. Ask for a new one.',
    locked: 'This claim code is locked after too many wrong tries. Ask for a new one.',
    none_open: 'This terminal has no open claim code.',
  },
  credential: { refused: 'The token or the secret of this terminal is not valid.' },
  command: {
    unknown: 'This command does not exist or is not of this terminal.',
    sent: 'This command was sent already, or has ended.',
    no_script: 'No script of the active configuration has this name.',
    too_large: 'The command is too large for one message.',
  },
  configuration: {
    unknown: 'This configuration does not exist or is not of this terminal.',
    faulty: 'The terminal cannot take this configuration. {{faults}}',
    own_file: 'This terminal runs a file of its own. Give it a whole configuration first.',
  },
  write: {
    unknown: 'This write does not exist or is not in one of your stores.',
    exists: 'Another write has this id already.',
    no_port: 'It is not known on which port {{device}} hangs. Enter it in the equipment overview.',
    unpublished: 'Nothing is published of the model of {{device}} yet.',
    not_known: 'The published model of {{device}} has no such write.',
    under_way: 'Something is being written to the same point of {{device}} already.',
    value: '{{device}} does not take this value.',
    decided: 'Somebody has decided on this write already, or it is too late to.',
    own: 'A second person decides on it, not the one who asked.',
    not_own: 'Only whoever asked for a write takes it back; others reject it.',
    asker: 'Whoever asked for it may not write there any more. Reject it.',
    person_needed: 'A person signed in decides on writes, not an API key.',
    sent: 'Nothing of this write can be taken back any more.',
    no_undo: 'The values that stood before are not known, or nothing happened.',
    undone: 'This write is undone already, or is being undone.',
  },
  instruction: {
    unknown: 'This row of the instruction tables does not exist any more.',
    exists: 'The model has a command of this code already.',
    too_many: 'A command has at most {{limit}} nodes.',
    in_use: 'Scripts use this command: {{scripts}}',
    not_tried: 'This write cannot be tried. {{reason}}',
  },
  script: {
    unknown: 'This folder, script or row does not exist any more.',
    exists: 'There is one of this name or with this command already.',
    folder_full: 'The folder still has {{count}} script files.',
    in_use: '{{stores}} stores poll this script. Take it away from them first.',
    foreign_models: 'The department does not use these models: {{models}}',
    too_slow: 'A cycle may take {{worst}} s when devices are silent, longer than the period of {{period}} s.',
    too_many: 'A script has at most {{limit}} commands.',
  },
  deployment: { unknown: 'This patch does not exist or went to none of your stores.' },
  model: {
    unknown: 'This model or version does not exist.',
    exists:
      'A model of this name is used in this department already, or belongs to one below it. Choose another name.',
    several: 'Several departments have a model of this name. Say whose is meant.',
    faulty: 'The model has faults. Mend them, then publish.',
    unchanged: 'Nothing has changed since version {{version}}.',
    published_meanwhile: 'Somebody else published version {{version}} meanwhile. Look at the changes again.',
  },
  notice: {
    target_unknown: 'This notification target does not exist or is not one of yours.',
    channel_off: 'The server has not set up this channel.',
    no_code: 'No code could be made. Try again in some minutes.',
    step_unknown: 'This escalation step does not exist or is not one of yours.',
    step_taken: 'The target has a step with this number already.',
  },
  row: { changed: 'Somebody else changed this meanwhile. Look at what stands now, then save again.' },
  key: {
    refused: 'This API key is wrong, has expired or was revoked.',
    unknown: 'This API key does not exist or is not of one of your departments.',
    beyond: 'A key cannot hold more than the account that makes it.',
    too_many:
      'There are {{count, number}} keys of this account already. Revoke one that is not used any more.',
  },
  log: {
    no_terminal: 'No terminal of this store can be asked.',
    unpacks_too_large: 'A log unpacks to more than {{limit, number}} MB and is not put together.',
    none_came: 'No terminal handed over a log.',
  },
  calibration: {
    unknown: 'This calibration does not exist.',
    exists: 'This probe has a calibration on that day already.',
  },
  evidence: {
    not_begun: 'This period has not begun yet.',
    not_insured: 'No device that you may see is insured at this store on these days.',
  },
  download: {
    unknown: 'This record does not exist or is not yours.',
    too_many: 'You have {{count, number}} files under way already. Wait for one, or cancel it.',
    kept_full:
      'Your files are {{count, number}}, or {{size}} together, the most that is kept. Remove some that you have fetched.',
    ended: 'This is not under way any more.',
    not_ready: 'The file is not finished yet.',
    expired: 'The file has expired. Have it made again.',
    gone: 'The file is not on this server any more. Have it made again.',
    no_longer_allowed: 'Who ordered this file may not have it any more.',
    too_large: 'The file would be larger than {{size}}. Choose a shorter period or fewer sensors.',
    disk_full: 'The disk of the server is nearly full, so the file was not made. Tell your administrator.',
    gave_up: 'The file could not be made, tried several times. If it stays so, tell your administrator.',
  },
  audit: { too_many: 'These are more than {{count, number}} rows. Choose a shorter period.' },
  place: { missing: 'Choose a department or a store.' },
  loss_rule: { threshold_above: 'The lost minutes must not be more than the window.' },
  warning_rule: {
    default_foreign: 'Only accounts of the whole company change what holds by default.',
    faulty_file: 'Nothing was imported. Wrong rows: {{rows}}.',
  },
  report: {
    no_sensors: 'Nothing that you may see matches this choice of sensors.',
    too_many_sensors: 'A report has at most {{count, number}} sensors. Choose fewer.',
    too_much:
      'With {{count, number}} sensors a report covers at most {{days, number}} days. Choose a shorter period or fewer sensors.',
    too_wide: 'More than {{count, number}} sensors do not fit side by side. Choose one row per reading.',
    schedule_unknown: 'This scheduled report does not exist any more, or is not yours.',
    schedule_exists: 'You have a scheduled report of this name already.',
    clocks_differ:
      'The stores have different clocks, which do not fit in one table. Choose a fixed time zone, or one row per reading.',
  },
  series: {
    too_many_points: 'Too many points for one chart. Choose {{most, number}} at most.',
    too_wide: 'Too wide for so many points. Ask for {{columns, number}} columns at most.',
  },
  period: {
    reversed: 'The start of the period is after its end.',
    too_long: 'The period is too long. Choose at most {{days}} days.',
  },
  service: { unavailable: 'The service is not ready yet. Try again in a moment.' },
  internal: 'The service could not finish this. The failure was recorded.',
  field: {
    missing: 'Required',
    type: 'This is not the expected kind of value.',
    range: 'The value is outside the allowed range.',
    length: 'The text is too short or too long.',
    format: 'The text does not have the expected form.',
    choice: 'This is not one of the choices.',
    unknown: 'This field is not known.',
  },
} as const
