/** What stands on pages of every document. */
export const paper = {
  made: 'Made {{time}} ({{zone}}) for {{name}}',
  page: '{{page}} / {{pages}}',
} as const
