import { type DepartmentPath, pathOf, pathText } from './department-path'

const KEY = 'coldkeep.recent-departments'
const KEPT = 4

/** The last ways chosen on this browser, newest first. */
export function recentPaths(): readonly DepartmentPath[] {
  return (localStorage.getItem(KEY) ?? '')
    .split(' ')
    .map(pathOf)
    .filter((path) => path.length > 0)
}

/** Puts a way in front of the recent ones and returns them. */
export function keepRecentPath(path: DepartmentPath): readonly DepartmentPath[] {
  const text = pathText(path)
  const kept = [
    text,
    ...recentPaths()
      .map(pathText)
      .filter((one) => one !== text),
  ].slice(0, KEPT)
  localStorage.setItem(KEY, kept.join(' '))
  return kept.map(pathOf)
}
