/** What accounts are notified of about the parameters of a device: they changed, and not from here. */
type DriftNews = 'drift'

/** The same about a profile that is put into devices. */
export type ApplyNews = 'apply_requested' | 'apply_decided' | 'apply_stopped' | 'apply_done'

export type ParameterNews = DriftNews | ApplyNews
