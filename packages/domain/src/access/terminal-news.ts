/**
 * What the console notifies people of about a terminal that has a box: a code for another box was made, or
 * that box was connected.
 */
export type TerminalNews = 'code' | 'replaced'
