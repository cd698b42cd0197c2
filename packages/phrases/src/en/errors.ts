/** One phrase per problem code, under the code's own name; `field` words what is wrong with one field. */
export const errors = {
  request: {
    malformed: 'The request was not understood. Check the marked fields.',
    unknown_field: 'The request holds a field that this call does not know: {{field}}.',
    not_json: 'The request body is not valid JSON.',
    too_large: 'The request is too large. At most {{limit}} are accepted.',
    media_type: 'The request has a content type that this call does not accept.',
    too_many: 'Too many requests. Try again in {{seconds}} seconds.',
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
  },
  access: {
    page: 'Your account may not open this page.',
  },
  department: { unknown: 'This department does not exist or is not one of yours.' },
  store: { unknown: 'This store does not exist or is not one of yours.' },
  vendor: { unknown: 'This vendor does not exist or serves none of your stores.' },
  device: { unknown: 'This device does not exist or is not in one of your stores.' },
  point: { unknown: 'This point does not exist or does not belong to the device.' },
  alarm: {
    unknown: 'This alarm does not exist or is not in one of your stores.',
    acknowledged_before: 'Somebody has acknowledged this alarm before.',
    cleared: 'This alarm is cleared already.',
    shelving_range: 'An alarm is shelved until a time in the next 24 hours.',
    out_of_service: 'This alarm is out of service.',
    in_service: 'This alarm is not out of service.',
  },
  warning: { unknown: 'This early warning does not exist any more, or is not of one of your devices.' },
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
