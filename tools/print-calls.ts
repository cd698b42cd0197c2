import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Access, AnyCall } from '@coldkeep/contract/call'
import { type CallName, calls } from '@coldkeep/contract/calls'
import { type Bytes, type EventContent, type FileContent, isDocument } from '@coldkeep/contract/content'
import { problemStatus } from '@coldkeep/contract/problem-status'
import { wireJsonSchema } from '@coldkeep/contract/wire/json-schema'
import type * as z from 'zod/mini'

/** The reference of all calls as a page of Markdown, made from the table that the server binds. */
export function printCalls(): string {
  const named = Object.entries(calls) as [CallName, AnyCall][]
  return [
    '# Calls',
    '',
    'Printed by `npx tsx tools/print-calls.ts` from `packages/contract/src/calls.ts`; do not edit by hand.',
    'The same table is served as OpenAPI 3.1 at `/openapi.json`, with every field of every answer.',
    '',
    '| Call | Who may | What it does |',
    '|---|---|---|',
    ...named.map(([, call]) => `| \`${call.method} ${call.path}\` | ${who(call.access)} | ${call.summary} |`),
    '',
    ...named.flatMap(([name, call]) => sectionOf(name, call)),
    '## Refusals',
    '',
    'Every refusal has the same shape: `code`, `message` in the language of the caller, `request_id`, and `fields`',
    'where single fields are at fault.',
    '',
    '| Code | Status |',
    '|---|---|',
    ...Object.entries(problemStatus).map(([code, status]) => `| \`${code}\` | ${status} |`),
    '',
  ].join('\n')
}

function sectionOf(name: CallName, call: AnyCall): string[] {
  const parts = [
    fieldsOf('Path', call.params),
    fieldsOf('Query', call.query),
    contentOf('Body', call.body),
    contentOf('Answer', call.answer),
  ].filter((line) => line !== null)
  return [`## ${name}`, '', `\`${call.method} ${call.path}\` · ${who(call.access)}`, '', ...parts, '']
}

function contentOf(
  place: string,
  content: z.ZodMiniType | Bytes | FileContent | EventContent,
): string | null {
  if (isDocument(content)) return fieldsOf(place, content)
  if (content.kind === 'events') {
    const names = Object.keys(content.events).map((name) => `\`${name}\``)
    return `- ${place}: events ${names.join(', ')}`
  }
  const type = content.type === null || content.type === '*' ? 'of any type' : `\`${content.type}\``
  return `- ${place}: ${content.kind === 'bytes' ? 'bytes' : 'a file'}, ${type}`
}

interface JsonSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
}

function fieldsOf(place: string, shape: z.ZodMiniType): string | null {
  const schema = wireJsonSchema(shape) as JsonSchema
  const isList = schema.type === 'array'
  const { properties, required = [] } = (isList ? schema.items : schema) ?? {}
  if (properties === undefined) return `- ${place}: ${isList ? 'a list' : 'named texts'}`
  const names = Object.keys(properties).map(
    (name) => `\`${name}\`${required.includes(name) ? '' : ' (optional)'}`,
  )
  if (names.length === 0) return place === 'Answer' ? '- Answer: empty' : null
  return `- ${place}: ${isList ? 'list of ' : ''}${names.join(', ')}`
}

function who(access: Access): string {
  if (access === 'public') return 'everybody'
  if (access === 'credentials') return 'account and password'
  if (access === 'signed_in') return 'signed-in accounts'
  if (access === 'link') return 'whoever has a link'
  if (access === 'terminal') return 'terminals'
  if (access === 'box') return 'boxes'
  if (access === 'line') return 'LINE'
  return `page ${access.join(' or ')}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const path = join(fileURLToPath(new URL('..', import.meta.url)), 'docs', 'calls.md')
  writeFileSync(path, printCalls())
  console.log(`Wrote ${path}.`)
}
