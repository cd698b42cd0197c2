/** What people are notified of about an update job: the service paused it, or it has ended, with or without failures. */
export type FirmwareNews = 'paused' | 'finished' | 'finished_partly'
