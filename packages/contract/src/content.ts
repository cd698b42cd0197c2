import type * as z from 'zod/mini'

/** What a call is sent in place of a document: bytes as they are. */
export interface Bytes<Whole extends boolean = boolean> {
  readonly kind: 'bytes'
  /** Their content type; `*`: any. */
  readonly type: string
  readonly maxBytes: number
  /** The handler gets them in one piece; else as they come, and counts them itself. */
  readonly isWhole: Whole
}

/** Bytes that are in memory at once. */
export function bytes(rules: Pick<Bytes, 'type' | 'maxBytes'>): Bytes<true> {
  return { kind: 'bytes', ...rules, isWhole: true }
}

/** Bytes that are read as they come: a file. */
export function byteStream(rules: Pick<Bytes, 'type' | 'maxBytes'>): Bytes<false> {
  return { kind: 'bytes', ...rules, isWhole: false }
}

/** Fields, and a file after them, as forms of browsers send them (RFC 7578). */
export interface Form extends Bytes<false> {
  readonly type: 'multipart/form-data'
  readonly isForm: true
}

/** A form whose file is read as it comes. Its fields are in the summary of the call. */
export function form({ maxBytes }: Pick<Bytes, 'maxBytes'>): Form {
  return { kind: 'bytes', type: 'multipart/form-data', maxBytes, isWhole: false, isForm: true }
}

/** What a call answers with in place of a document: a file. */
export interface FileContent {
  readonly kind: 'file'
  /** Its content type; `null`: each has its own. */
  readonly type: string | null
  /** Ranges of it can be requested. It is sent as it is and cached nowhere on the way. */
  readonly hasRanges: boolean
}

export function file(type: string): FileContent {
  return { kind: 'file', type, hasRanges: false }
}

/** A file whose type is in the answer. */
export function typedFile(): FileContent {
  return { kind: 'file', type: null, hasRanges: false }
}

/** A file that lies on the disk of the server, of any type. */
export function rangedFile(): FileContent {
  return { kind: 'file', type: null, hasRanges: true }
}

/** What one event carries, by its name. */
export type EventShapes = Readonly<Record<string, z.ZodMiniType>>

/** What a call answers with in place of a document: server-sent events. */
export interface EventContent<Events extends EventShapes = EventShapes> {
  readonly kind: 'events'
  readonly events: Events
}

/** Who does not accept `text/event-stream` is answered how things are, and the answer ends. */
export function events<Events extends EventShapes>(shapes: Events): EventContent<Events> {
  return { kind: 'events', events: shapes }
}

export function isBytes(body: z.ZodMiniType | Bytes): body is Bytes {
  return 'kind' in body
}

export function isDocument(
  content: z.ZodMiniType | FileContent | EventContent | Bytes,
): content is z.ZodMiniType {
  return !('kind' in content)
}

export function isForm(body: Bytes): body is Form {
  return 'isForm' in body
}
