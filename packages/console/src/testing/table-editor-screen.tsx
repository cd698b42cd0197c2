import { defineCall, nothing } from '@coldkeep/contract/call'
import type { Id } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import { useState } from 'react'
import * as z from 'zod/mini'
import { type EditorField, servedChoices } from '../archetypes/editor/editor-field'
import { rowCall } from '../archetypes/editor/row-call'
import { TableEditor } from '../archetypes/editor/TableEditor'
import { Button } from '../kit/Button'
import { Link } from '../kit/Link'
import type { Column } from '../kit/table/column'
import { TableSearch } from '../kit/table/TableSearch'
import { mount } from './mount'

type RequestId = Id<'request'>

interface RequestDraft {
  readonly brand: string
  readonly model: string
  readonly code: string
  readonly replyBytes: number
  readonly note: string
  readonly addsChecksum: boolean
}

interface RequestRow extends RequestDraft {
  readonly id: RequestId
}

const draft = z.object({
  brand: z.string().check(z.minLength(1)),
  model: z.string().check(z.minLength(1)),
  code: z.string().check(z.minLength(1), z.maxLength(8)),
  replyBytes: z.int().check(z.gte(0), z.lte(256)),
  note: z.string(),
  addsChecksum: z.boolean(),
})
const row = z.extend(draft, { id: z.custom<RequestId>((value) => Number(value) > 0) })
const rows = z.array(row)

const path = '/api/v2/test/requests'
const list = defineCall({ method: 'GET', path, access: 'signed_in', summary: '', answer: rows })
const create = defineCall({
  method: 'POST',
  path,
  access: ['2-3-1'],
  summary: '',
  body: z.codec(z.object({ rows: z.array(draft) }), z.array(draft), {
    decode: (sent) => sent.rows,
    encode: (drafts) => ({ rows: drafts }),
  }),
  answer: nothing,
})
const update = defineCall({
  method: 'PATCH',
  path,
  access: ['2-3-1'],
  summary: '',
  body: rows,
  answer: nothing,
})
const remove = defineCall({
  method: 'DELETE',
  path,
  access: ['2-3-1'],
  summary: '',
  query: z.object({ request: z.custom<RequestId>((value) => Number(value) > 0) }),
  answer: nothing,
})
const listModels = defineCall({
  method: 'GET',
  path: '/api/v2/test/models',
  access: 'signed_in',
  summary: '',
  query: z.object({ brand: z.string() }),
  answer: z.array(z.string()),
})

const columns = (t: Translate): readonly Column<RequestRow>[] => [
  { key: 'code', title: 'Code', kind: 'text', value: (one) => one.code },
  { key: 'brand', title: 'Brand', kind: 'text', value: (one) => one.brand },
  { key: 'model', title: 'Model', kind: 'text', value: (one) => one.model },
  { key: 'replyBytes', title: 'Reply', kind: 'number', unit: 'B', value: (one) => one.replyBytes },
  {
    key: 'note',
    title: 'Note',
    kind: 'text',
    value: (one) => one.note,
    cell: (one) => one.note || t('kit.state.noData'),
  },
]

const fields = (): readonly EditorField<RequestDraft>[] => [
  {
    key: 'brand',
    label: 'Brand',
    kind: 'choice',
    choices: ['Carel', 'Danfoss', 'Dixell'].map((value) => ({ value, label: value })),
    clears: ['model'],
  },
  {
    key: 'model',
    label: 'Model',
    kind: 'choice',
    choices: servedChoices(
      listModels,
      (values) => (values.brand ? { query: { brand: values.brand } } : null),
      (models) => models.map((value) => ({ value, label: value })),
    ),
  },
  { key: 'code', label: 'Code', kind: 'code' },
  { key: 'replyBytes', label: 'Reply length', kind: 'number', unit: 'B', position: 3 },
  { key: 'note', label: 'Note', kind: 'area' },
  { key: 'addsChecksum', label: 'Adds the checksum', kind: 'check' },
]

const blank = { brand: null, model: null, code: '', replyBytes: null, note: '', addsChecksum: true }
const removeRow = rowCall(remove, (one: RequestRow) => ({ query: { request: one.id } }))

function Screen() {
  const [chosen, setChosen] = useState<RequestRow | null>(null)
  return (
    <div style={{ padding: 16 }}>
      <TableEditor
        title="Requests"
        tableKey="requests"
        list={{ call: list }}
        rowKey={(one) => String(one.id)}
        writes={{
          create,
          update,
          remove: removeRow,
          paste: create,
          consequence: (one) => `Scripts with ${one.code} stop reading.`,
        }}
        columns={columns}
        form={{
          fields,
          blank,
          check: ({ code, note }): Record<string, string> =>
            code && code === note ? { note: 'Say more than the code' } : {},
        }}
        rowActions={(one) => (
          <Button size="small" aria-label={`Test ${one.code}`}>
            Test
          </Button>
        )}
        emptyTitle="No requests yet"
        selection={{ onChange: setChosen }}
        tools={
          <>
            <Button size="small">Example</Button>
            <TableSearch />
          </>
        }
      />
      <Link href="/further">Further</Link>
      <p data-testid="chosen">{chosen?.code ?? 'none'}</p>
    </div>
  )
}

await mount(Screen)
