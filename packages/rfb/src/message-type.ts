/** The first byte of what a client sends (RFC 6143, 7.5). */
export const clientMessage = {
  setPixelFormat: 0,
  setEncodings: 2,
  framebufferUpdateRequest: 3,
  keyEvent: 4,
  pointerEvent: 5,
  clientCutText: 6,
} as const

/** The first byte of what a server sends (RFC 6143, 7.6). */
export const serverMessage = {
  framebufferUpdate: 0,
  setColourMapEntries: 1,
  bell: 2,
  serverCutText: 3,
} as const

/** What is copied at either side is not exchanged; it is skipped where it is no longer than this. */
export const MAX_CUT_TEXT_BYTES = 1024 * 1024
