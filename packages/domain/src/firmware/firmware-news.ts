/**
 * What people are notified of about updates: the service paused a job, or it has ended, with or without failures; terminals
 * were left behind.
 */
export type FirmwareNews = 'paused' | 'finished' | 'finished_partly' | 'left_behind'
