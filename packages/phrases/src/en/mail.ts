export const mail = {
  invitation: {
    subject: '{{site}}: your account {{account}}',
    text: 'Hello {{name}},\n\nYou have an account at {{site}}: {{account}}\n\nChoose its password within {{minutes}} minutes:\n{{link}}\n\nLater, request another link with “Forgot password?” on the sign-in page.\n',
  },
  password: {
    subject: '{{site}}: new password for {{account}}',
    text: 'Hello {{name}},\n\nSomeone requested a new password for the account {{account}} at {{site}}.\n\nChoose it within {{minutes}} minutes:\n{{link}}\n\nIf it was not you, do nothing: the password stays as it is.\n',
  },
} as const
