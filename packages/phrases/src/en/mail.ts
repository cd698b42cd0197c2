export const mail = {
  invitation: {
    subject: '{{site}}: your account {{account}}',
    text: 'Hello {{name}},\n\nyou have an account at {{site}}: {{account}}\n\nChoose its password within {{minutes}} minutes:\n{{link}}\n\nLater, ask for another link with “Forgot the password?” on the sign-in page.\n',
  },
  password: {
    subject: '{{site}}: a new password for {{account}}',
    text: 'Hello {{name}},\n\nsomebody asked for a new password of the account {{account}} at {{site}}.\n\nChoose it within {{minutes}} minutes:\n{{link}}\n\nIf it was not you, do nothing: the password stays as it is.\n',
  },
} as const
