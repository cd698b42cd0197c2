import { defineCall } from '../call'
import {
  CLAIM_PATH,
  CREDENTIAL_PATH,
  claimAnswer,
  claimRequest,
  credentialAnswer,
  credentialRequest,
} from '../mqtt/claim'

export const claimTerminal = defineCall({
  method: 'POST',
  path: CLAIM_PATH,
  access: 'public',
  summary: 'A box takes the place of a terminal with a claim code and is told its credential, once.',
  body: claimRequest,
  answer: claimAnswer,
})

export const renewCredential = defineCall({
  method: 'POST',
  path: CREDENTIAL_PATH,
  access: 'public',
  summary: 'A terminal that a command told to fetches a new secret; the present one ends a day later.',
  body: credentialRequest,
  answer: credentialAnswer,
})
