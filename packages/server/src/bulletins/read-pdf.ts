import { fail, ok, type Result } from '@coldkeep/domain/result'

const BEGINS = '%PDF-'
const ENDS = '%%EOF'
/** Readers look for the mark of the end in the last 1,024 bytes (ISO 32000-1, Annex H). */
const END_WITHIN = 1_024
/** Names of what a document does by itself (ISO 32000-1, 12.6.4) or has inside (7.11.4). */
const ACTIVE = /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData)(?![A-Za-z0-9])/

/**
 * Whether bytes are a document that only shows pages. What stands in compressed objects is not looked into: a document is
 * handed out to be saved, never shown by the console.
 */
export function checkPdf(bytes: Uint8Array): Result<null, 'other' | 'active'> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (!text.startsWith(BEGINS) || !text.slice(-END_WITHIN).includes(ENDS)) return fail('other')
  // `#4a` stands for a letter in a name
  const spelled = text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return ACTIVE.test(spelled) ? fail('active') : ok(null)
}
