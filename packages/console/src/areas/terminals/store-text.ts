import type { TerminalEntry } from './terminal-words'

/** In a file of its own, as dialogs that need no more would bring the whole page along. */
export const storeText = ({ store }: Pick<TerminalEntry, 'store'>): string => `${store.code} ${store.name}`
