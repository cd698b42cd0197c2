import type { IncomingMessage } from 'node:http'
import { Problem } from '@coldkeep/contract/problem'
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'

/** Of a form the fields before its file, and the file as it comes. */
interface FormParts {
  readonly fields: ReadonlyMap<string, string>
  readonly file: { readonly name: string; readonly content: AsyncIterable<Uint8Array> }
}

/** A form that waits to be read. */
export interface SentForm {
  /**
   * Reads it once, as far as its file. What follows that is passed over.
   * @throws Problem `request.malformed` where it has no file, or is no form
   */
  read<Value>(take: (parts: FormParts) => Promise<Value>): Promise<Value>
}

const LIMITS = { files: 1, fields: 20, fieldSize: 64 * 1024 }

export function openForm(request: IncomingMessage): SentForm {
  return {
    read: (take) =>
      new Promise((resolve, reject) => {
        const parser = parserOf(request)
        const fields = new Map<string, string>()
        let file: BusboyFileStream | null = null
        let fault: Problem | null = null
        const end = (settle: () => void) => {
          request.unpipe(parser)
          request.off('close', brokenOff)
          settle()
        }
        const brokenOff = () => {
          const error = new Error('the form ended before its end')
          file?.destroy(error)
          if (file === null) end(() => reject(error))
        }
        parser.on('field', (name, text) => void fields.set(name, text))
        parser.on('file', (_, content, name) => {
          file = content
          // whoever reads it is told, and nobody else needs to be
          content.on('error', () => {})
          take({ fields, file: { name, content } }).then(
            (value) => end(() => resolve(value)),
            (error) => end(() => reject(fault ?? error)),
          )
        })
        parser.on('error', () => {
          fault = malformed()
          // whoever reads the file ends first, so that nothing is written after the answer
          if (file === null) end(() => reject(fault))
          else file.destroy(fault)
        })
        parser.on('finish', () => {
          if (file === null) end(() => reject(malformed()))
        })
        request.once('close', brokenOff)
        request.pipe(parser)
      }),
  }
}

/** @throws Problem for what has no boundary: nothing in it can be told apart */
function parserOf(request: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({ headers: request.headers as BusboyHeaders, limits: LIMITS })
  } catch {
    throw malformed()
  }
}

function malformed(): Problem {
  return new Problem('request.malformed', {}, { file: 'missing' })
}
