/** The keys under which the pages of the console are granted. */
export const pageKeys = [
  '1-1',
  '1-2',
  '1-3',
  '1-4',
  '1-5',
  '1-6',
  '1-7',
  '1-8',
  '2-1-1',
  '2-1-2',
  '2-1-3',
  '2-2-1',
  '2-2-2',
  '2-2-3',
  '2-2-4',
  '2-2-5',
  '2-3-1',
  '2-3-2',
  '2-3-3',
  '2-4',
  '3-1',
  '3-2',
  '3-3',
  '3-4',
  '4-1',
  '4-2',
  '4-3',
  '4-4',
  '4-5',
  '4-6',
  '5-1',
  '5-2',
] as const
export type PageKey = (typeof pageKeys)[number]

/**
 * Network management and maintenance are in every account's menu; what can be done there is still checked.
 */
export function isAlwaysInMenu(key: PageKey): boolean {
  return key.startsWith('3-') || key.startsWith('4-')
}
