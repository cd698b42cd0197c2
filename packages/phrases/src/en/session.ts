export const session = {
  login: {
    title: 'Sign in',
    account: 'Account',
    password: 'Password',
    submit: 'Sign in',
    missing: 'Enter account and password',
    ended: 'Your session has ended. Sign in to continue where you were.',
    signedOut: 'You have signed out.',
    noAnswer: 'The service did not answer. Check the connection and try again.',
    newTitle: 'Choose your password',
    newWhy:
      'The password you signed in with was given to you by somebody else. Choose one that only you know.',
    newSubmit: 'Save and continue',
  },
} as const
