/** The part of noVNC that is used. Its files stay as they were published. */
declare module '@novnc/novnc' {
  /** What a socket is to noVNC. */
  export interface Channel {
    binaryType: string
    onclose: ((event: object) => void) | null
    onerror: ((event: object) => void) | null
    onmessage: ((event: { readonly data: ArrayBuffer }) => void) | null
    onopen: (() => void) | null
    readonly protocol: string
    readonly readyState: string
    send(bytes: Uint8Array): void
    close(): void
  }

  interface Options {
    readonly wsProtocols?: readonly string[]
  }

  /** A connection to a screen, drawn into an element. It begins at once. */
  // biome-ignore lint/style/noDefaultExport: the library has it so
  export default class RFB extends EventTarget {
    constructor(target: HTMLElement, urlOrChannel: string | Channel, options?: Options)
    viewOnly: boolean
    scaleViewport: boolean
    focusOnClick: boolean
    background: string
    disconnect(): void
    focus(options?: FocusOptions): void
    blur(): void
  }
}
