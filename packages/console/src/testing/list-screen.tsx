import { type Answer, defineCall } from '@coldkeep/contract/call'
import { as } from '@coldkeep/contract/wire/dialect'
import * as z from 'zod/mini'
import { ListScreen } from '../archetypes/list/ListScreen'
import { useListScreen } from '../archetypes/list/use-list-screen'
import { Button } from '../kit/Button'
import type { Column } from '../kit/table/column'
import { DataTable } from '../kit/table/DataTable'
import { useAddress } from '../parts/use-address'
import { mount } from './mount'

const row = z.object({ id: z.int(), name: z.string() })
const listDoors = defineCall({
  method: 'GET',
  path: '/api/v2/test/doors',
  access: 'signed_in',
  summary: '',
  query: z.object({ colour: z.string(), search: as('key', z.string()), page: z.int(), pageSize: z.int() }),
  answer: z.object({ doors: z.array(row), total: z.int() }),
})

const rowsOf = (answer: Answer<typeof listDoors>) => answer.doors
const columns: readonly Column<z.output<typeof row>>[] = [
  { key: 'name', title: 'Name', kind: 'text', value: (door) => door.name },
]

function Screen() {
  const [{ colour = 'all' }, changeAddress] = useAddress()
  const list = useListScreen({
    list: listDoors,
    query: (search) => ({ colour, search }),
    rowsOf,
    pageSize: 20,
    filters: ['colour'],
    isFiltered: colour !== 'all',
  })
  return (
    <ListScreen
      list={list}
      filters={<Button onClick={() => changeAddress({ colour: 'red', page: undefined })}>Red ones</Button>}
    >
      <DataTable
        {...list.table}
        title="Doors"
        tableKey="doors"
        columns={columns}
        rowKey={(door) => String(door.id)}
        empty={{ title: 'No doors yet' }}
      />

      <p>Below the table</p>
    </ListScreen>
  )
}

await mount(Screen)
