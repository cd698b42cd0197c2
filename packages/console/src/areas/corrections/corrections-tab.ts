/** Of the list in the address of the page of temperature protection. */
export const CORRECTIONS = 'corrections'
