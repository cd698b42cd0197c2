/** What the thread is started with. */
export interface WorkerStart {
  /** Folder of the database files; `null`: in memory. */
  readonly folder: string | null
  /** A dumped database to begin with; the folder is empty then. */
  readonly template: Uint8Array<ArrayBuffer> | null
  /** Element 0 counts the fsync calls since the start. */
  readonly counters: Int32Array<SharedArrayBuffer>
}

export type WorkerRequest =
  | { readonly kind: 'wire'; readonly bytes: Uint8Array<ArrayBuffer>; readonly isCopy: boolean }
  | { readonly kind: 'dump' }
  | { readonly kind: 'close' }

export type WorkerAnswer =
  | { readonly kind: 'opened' }
  | { readonly kind: 'wire'; readonly bytes: Uint8Array }
  | { readonly kind: 'answered' }
  | { readonly kind: 'dumped'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'closed' }
  | { readonly kind: 'broken'; readonly reason: string }

/** What of Emscripten's file system is touched here; its own types do not describe these operations. */
interface FileStream {
  readonly nfd?: number
  readonly path: string
  readonly node: object
}
export interface FileAttributes {
  readonly mode?: number
}
export interface NodeFileSystem {
  realPath(node: object): string
  readonly node_ops: {
    mknod(parent: object, name: string, mode: number, device: number): object
    setattr(node: object, attributes: FileAttributes): void
  }
  readonly stream_ops: {
    setattr(stream: FileStream, attributes: FileAttributes): void
    fsync?(stream: FileStream): number
    write(stream: FileStream, buffer: Uint8Array, offset: number, length: number, position: number): number
  }
}
