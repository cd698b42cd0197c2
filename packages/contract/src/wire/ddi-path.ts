/** What hawkBit's clients are given as their server; they append the tenant and the rest. */
export const DDI_PATH = '/ddi'
/** hawkBit's clients need one. */
export const DDI_TENANT = 'default'
