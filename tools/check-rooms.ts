import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SourceText } from './check-boundaries'

/** A folder that holds one subject. */
interface Room {
  readonly holds: string
  /** Tables whose rows only this room writes. */
  readonly owns?: readonly string[]
}

/** Floors from the ground up; a room imports from the floors below its own. What lies in no room is the roof. */
export type Floors = readonly Readonly<Record<string, Room>>[]

/** Floors of each package that has any. */
export type Rooms = Readonly<Record<string, Floors>>

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+|\bURL\(\s*)(['"])(\.[^'"\n]+)\1/g
const IS_TEST = /\.test\.tsx?$|\/testing\//

export function readRooms(): Rooms {
  const file = fileURLToPath(new URL('rooms.json', import.meta.url))
  return JSON.parse(readFileSync(file, 'utf8')) as Rooms
}

/** One line for each import that climbs, or stays on a floor and leaves its room; and for each folder without a floor. */
export function findClimbs(rooms: Rooms, files: readonly SourceText[]): string[] {
  return Object.entries(rooms).flatMap(([name, floors]) => {
    const floorOf = (room: string) => floors.findIndex((floor) => Object.hasOwn(floor, room))
    return productFiles(name, files).flatMap(({ path, text }) => {
      const room = roomOf(name, floors, path)
      const floor = room === null ? floors.length : floorOf(room)
      if (floor < 0) return [`${path}: ${room} is on no floor`]
      return importsOf(path, text).flatMap((target) => {
        if (!isIn(name, target)) return []
        const other = roomOf(name, floors, target)
        if (other === room) return []
        const above = other === null ? floors.length : floorOf(other)
        return above < floor ? [] : [`${path}: imports ${target}, which is no floor below`]
      })
    })
  })
}

/** The files of each circle of imports, types included. */
export function findCircles(rooms: Rooms, files: readonly SourceText[]): string[][] {
  return Object.keys(rooms).flatMap((name) => {
    const own = productFiles(name, files)
    const known = new Map(own.map(({ path }) => [path.replace(/\.(ts|tsx|mjs)$/, ''), path]))
    const targets = new Map(
      own.map(({ path, text }) => [
        path,
        importsOf(path, text).flatMap((target) => known.get(target.replace(/\.(ts|tsx|mjs)$/, '')) ?? []),
      ]),
    )
    return circlesOf(targets)
  })
}

/** Tarjan's strongly connected components of more than one node. */
function circlesOf(targets: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (node: string) => {
    order.set(node, order.size)
    lowest.set(node, order.size - 1)
    open.push(node)
    for (const next of targets.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(node) !== order.get(node)) return
    const circle = open.splice(open.indexOf(node))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const node of targets.keys()) if (!order.has(node)) visit(node)
  return circles
}

/** Tables that a text of SQL, a query built of methods, or a list of rows writes; in camel case. */
function writtenTables(text: string): string[] {
  const built = [...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g)]
  const spelled = [...text.matchAll(/\b(?:insert into|merge into|delete from|update)\s+([a-z_]+)\b/g)]
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const listed = [...text.matchAll(/\bupsertRows\(\s*\w+,\s*'(\w+)'/g)]
  return [...new Set([...built, ...spelled, ...listed].map((match) => camel(match[1]!)))]
}

/** One line for each file that writes rows of a table that another room owns. */
export function findForeignWrites(rooms: Rooms, files: readonly SourceText[]): string[] {
  return Object.entries(rooms).flatMap(([name, floors]) => {
    const owners = new Map(
      floors.flatMap((floor) =>
        Object.entries(floor).flatMap(([room, { owns = [] }]) => owns.map((table) => [table, room] as const)),
      ),
    )
    return productFiles(name, files).flatMap(({ path, text }) => {
      const room = roomOf(name, floors, path)
      return writtenTables(text).flatMap((table) => {
        const owner = owners.get(table)
        return owner === undefined || owner === room ? [] : [`${path}: writes ${table}, which ${owner} owns`]
      })
    })
  })
}

const SQL = /\bsql(?:<[^`]*?>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/

/** One line for each file with SQL that is no file of queries; `db` makes the means for them. */
export function findScatteredSql(rooms: Rooms, files: readonly SourceText[]): string[] {
  return Object.entries(rooms).flatMap(([name, floors]) =>
    productFiles(name, files)
      .filter(({ path }) => roomOf(name, floors, path) !== 'db' && !path.endsWith('-queries.ts'))
      .filter(({ text }) => SQL.test(text))
      .map(({ path }) => `${path}: SQL outside of a file of queries`),
  )
}

function productFiles(name: string, files: readonly SourceText[]): SourceText[] {
  return files.filter(({ path }) => isIn(name, path) && !IS_TEST.test(path))
}

function isIn(name: string, path: string): boolean {
  return path.startsWith(`packages/${name}/src/`) && !path.includes('/testing/')
}

/** The first folder below the source of a package, or one in it where `areas/x` are rooms; `null`: the roof. */
function roomOf(name: string, floors: Floors, path: string): string | null {
  const folders = dirname(path.slice(`packages/${name}/src/`.length)).split('/')
  if (folders[0] === '.') return null
  const isDivided = floors.some((floor) =>
    Object.keys(floor).some((room) => room.startsWith(`${folders[0]}/`)),
  )
  return folders.slice(0, isDivided ? 2 : 1).join('/')
}

function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => normalize(join(dirname(path), match[2]!)))
}

/** The floors of a package as a table for docs/architecture.md, the highest first; with tables where any has an owner. */
export function printFloors(floors: Floors): string {
  const hasTables = floors.some((floor) => Object.values(floor).some(({ owns }) => owns !== undefined))
  const row = (cells: readonly string[]) => `| ${cells.slice(0, hasTables ? 4 : 3).join(' | ')} |`
  const lines = [row(['Floor', 'Room', 'Holds', 'Its tables']), `|${'---|'.repeat(hasTables ? 4 : 3)}`]
  for (const [index, floor] of [...floors.entries()].reverse()) {
    for (const [room, { holds, owns = [] }] of Object.entries(floor)) {
      lines.push(row([`${index + 1}`, `\`${room}\``, holds, owns.map((table) => `\`${table}\``).join(', ')]))
    }
  }
  return lines.join('\n')
}
