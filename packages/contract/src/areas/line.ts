import { defineCall, nothing } from '../call'
import { bytes } from '../content'

export const receiveLine = defineCall({
  method: 'POST',
  path: '/hooks/line',
  access: 'line',
  summary:
    'What people do with the account of LINE that messages come from: who sent a code, and who wants no more.',
  // what is signed are the bytes as they came
  body: bytes({ type: '*', maxBytes: 262_144 }),
  answer: nothing,
})
