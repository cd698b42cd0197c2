/** What the server says of messages to stores: in mails, on phones. */
export const bulletinWords = {
  reminder: 'Reminder: {{title}}',
  more: 'All of it is in the console.',
  confirm: 'Please confirm in the console that you have read this.',
  confirmUntil: 'Please confirm in the console by {{until}} that you have read this.',
  withdrawn: 'This message was withdrawn.',
} as const
