import { defineCall } from '../call'
import {
  CLAIM_PATH,
  CREDENTIAL_PATH,
  claimAnswer,
  claimRequest,
  credentialAnswer,
  credentialRequest,
  REPLACEMENT_PATH,
  replacementAnswer,
  replacementProof,
} from '../mqtt/claim'

export const claimTerminal = defineCall({
  method: 'POST',
  path: CLAIM_PATH,
  access: 'public',
  summary:
    'A box takes the place of a terminal with a claim code and is told its credential, once. Where another box has the place, it has to prove itself first.',
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

export const proveReplacement = defineCall({
  method: 'POST',
  path: REPLACEMENT_PATH,
  access: 'public',
  summary:
    'A box that is to take the place of another says which configuration it holds. Where that is the newest it takes the place, and the credential of the other ends; else it is told the newest.',
  body: replacementProof,
  answer: replacementAnswer,
})
