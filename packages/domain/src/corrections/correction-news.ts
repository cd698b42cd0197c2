/** What people are notified of about breaches: one has been open for more than a day. */
export type CorrectionNews = 'unattended'
