export const firmwareJobs = {
  lost: 'No sign of the terminal for 24 hours.',
  pause: {
    failed_share: '{{failed}} of {{count}} terminals of this wave failed, more than the job allows.',
    failed_count: '{{failed}} terminals of the first wave failed, as many as the job allows.',
    beyond: 'Too many terminals failed, in your departments or in others.',
    about: {
      hardware: 'The failures are mostly on hardware {{name}}.',
      model: 'The failures are mostly on stores with {{name}}.',
      vendor: 'The failures are mostly at stores of {{name}}.',
    },
  },
  news: {
    paused: 'Update to {{version}} paused',
    finished: 'Update to {{version}} finished',
    finished_partly: 'Update to {{version}} finished, with failures',
  },
  error: {
    signature: 'The release is not signed with a key that the terminal trusts.',
    old: 'The version is not newer than the one that runs, or cannot be installed over it.',
    expired: 'The release has expired.',
    oldKeys: 'The release was signed with keys that have been replaced.',
    noRoot: 'The terminal program holds no root key for releases.',
    type: 'The image is for another type of terminal.',
    space: 'The terminal lacks free disk space.',
    hash: 'The image arrived damaged.',
    install: 'The image could not be unpacked: {{text}}',
    confirm: 'The new version did not run as it must. The previous one is back.',
    link: 'The new version could not sign in where the previous one could. The previous one is back.',
    noSupervisor: 'The terminal program was not started by its supervisor, so that it cannot be updated.',
    busy: 'Another job is updating this terminal.',
  },
} as const
