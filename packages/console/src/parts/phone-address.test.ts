import { expect, test } from 'vitest'
import { dialled } from './phone-address'

test.each([
  ['02-2345-6789', 'tel:0223456789'],
  ['+886 2 2345 6789', 'tel:+886223456789'],
  ['(03) 5555-0100 #12', 'tel:0355550100,12'],
  ['03/5555.0100 x 7', 'tel:0355550100,7'],
])('%s is dialled as %s', (phone, address) => {
  expect(dialled(phone)).toBe(address)
})

test.each(['', ' ', '()', '#12'])('“%s” cannot be dialled', (phone) => {
  expect(dialled(phone)).toBeNull()
})
