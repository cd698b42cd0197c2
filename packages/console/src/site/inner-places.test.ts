import { expect, test } from 'vitest'
import { crumbsOf } from './inner-places'

const at = { pathname: '/AppendPollingControlExpansion', searchStr: '?folder.row=3&file.row=9&cmd.q=air' }
const folder = { label: 'Walk-in rooms', parameters: ['folder.row', 'file.row'], depth: 2 }
const file = { label: 'Every minute', parameters: ['file.row'], depth: 3 }

test('a page in which nothing was chosen leads nowhere', () => {
  expect(crumbsOf('Append-poll management', at, [])).toEqual([
    { label: 'Append-poll management', href: null },
  ])
})

test('what was chosen follows the page, and each part leads back to all of it', () => {
  expect(crumbsOf('Append-poll management', at, [folder, file])).toEqual([
    { label: 'Append-poll management', href: '/AppendPollingControlExpansion?cmd.q=air' },
    { label: 'Walk-in rooms', href: '/AppendPollingControlExpansion?folder.row=3&cmd.q=air' },
    { label: 'Every minute', href: null },
  ])
})
