/** How far an installation is; the last one is over when the new program has proved itself. */
export const installSteps = [
  'downloading',
  'downloaded',
  'verified',
  'installing',
  'restarting',
  'confirming',
] as const
