/** What accounts are notified of about the parameters of a device: they changed, and not from here. */
export type ParameterNews = 'drift'
